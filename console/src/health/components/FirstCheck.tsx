export function FirstCheck(_: Record<string, unknown>) { return null; }
