/** How bad a failure is, from the mildest to the worst (specification 1, "Severity values"). */
export const SEVERITIES = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'] as const;
