export function CheckForm(_: Record<string, unknown>) { return null; }
