import type { Health } from './result.ts';

/** What a condition does to the result when it is true. */
export interface Effect {
  readonly ready?: boolean;
  readonly health?: Health;
  /** In place of the reason of the condition. */
  readonly status?: string;
  /** Whether the message of the condition is taken over. */
  readonly message?: true;
  /** Effects of a higher order win; the default is 0. */
  readonly order?: number;
}

export interface Entry extends Effect {
  readonly onFalse?: Effect;
  readonly onUnknown?: Effect;
  readonly reasons?: Readonly<Record<string, Effect>>;
}

/** Entries by the type of a condition. */
export type ConditionMap = Readonly<Record<string, Entry>>;

const bad: Effect = { health: 'unhealthy' };
const doubtful: Effect = { health: 'warning' };
const open: Effect = { health: 'unknown' };
const good: Effect = { health: 'healthy', ready: true };
const failed: Effect = { health: 'unhealthy', ready: true };

const DEFAULT: ConditionMap = { Ready: good };

const source: ConditionMap = {
  Reconciling: { status: 'Reconciling' },
  ArtifactOutdated: { status: 'Updating' },
  Ready: { ...good, onFalse: { health: 'unhealthy', order: 3, message: true } },
  IncludeUnavailable: bad,
  FetchFailed: bad,
  StorageOperationFailed: bad,
  SourceVerified: { onFalse: doubtful },
};

const cnrm: ConditionMap = {
  Ready: {
    ...good,
    reasons: { DependencyNotFound: failed, UpdateFailed: failed, DependencyNotReady: open, UpToDate: good },
  },
  DependencyNotFound: failed,
  UpdateFailed: failed,
  DependencyNotReady: open,
  UpToDate: good,
};

const crossplane: ConditionMap = {
  Healthy: { reasons: { HealthyPackageRevision: good } },
  Installed: { reasons: { ActivePackageRevision: good } },
  Ready: {
    order: 2,
    reasons: {
      Available: { ...good, order: 2 },
      Unavailable: { ...failed, order: 2 },
      Creating: { ...open, order: 2 },
      Deleting: { ...open, order: 2 },
    },
  },
  LastAsyncOperation: { onFalse: { ...doubtful, order: 5 } },
  Synced: {
    order: 4,
    onFalse: { ...doubtful, order: 6 },
    reasons: { ReconcileSuccess: { ...good, order: 4 }, ReconcileError: { ...bad, order: 4, message: true } },
  },
};

const BY_KIND: Readonly<Record<string, ConditionMap>> = {
  Certificate: {
    Ready: {
      ...good,
      status: 'Issued',
      onFalse: { status: 'Issuing', health: 'unknown' },
      reasons: { ConfigError: failed },
    },
  },
  CertificateRequest: {
    InvalidRequest: failed,
    Denied: failed,
    Ready: { ...good, onFalse: {}, reasons: { Pending: { status: 'Issuing', health: 'unknown' }, Failed: failed } },
  },
  Kustomization: {
    Ready: {
      order: 2,
      ready: true,
      message: true,
      onFalse: { health: 'unhealthy', order: 3, message: true },
      reasons: {
        ReconciliationSucceeded: { health: 'healthy', order: 2 },
        Progressing: { health: 'unknown', order: 3 },
        BuildFailed: { ...bad, order: 3 },
        StorageOperationFailed: { ...bad, order: 3 },
        HealthCheckFailed: { ...bad, order: 3 },
        ReconciliationFailed: { ...bad, order: 3 },
        FetchFailed: { ...doubtful, order: 3 },
        PruneFailed: { ...doubtful, order: 3 },
        ArtifactOutdated: { ...doubtful, order: 3 },
        ArtifactFailed: { ...doubtful, order: 3 },
        ProgressingWithRetry: { ...doubtful, order: 3 },
        DependencyNotReady: { ...open, order: 3 },
      },
    },
    Healthy: { health: 'healthy', order: 1, onFalse: { ...doubtful, order: 1 } },
  },
  HelmRelease: {
    Remediated: doubtful,
    Ready: {
      ...good,
      onFalse: { ...failed, order: 3, message: true },
      onUnknown: { status: 'Reconciling' },
      reasons: { UpgradeFailed: { ...bad, order: 3 } },
    },
    Reconciling: { status: 'Reconciling', reasons: { ProgressingWithRetry: doubtful } },
  },
};
for (const kind of [
  'HelmRepository',
  'GitRepository',
  'HelmChart',
  'OCIRepository',
  'Bucket',
  'ImagePolicy',
  'ImageRepository',
  'ImageUpdateAutomation',
])
  Object.assign(BY_KIND, { [kind]: source });

/** The map of a kind, then of its group, then the one of all others. */
export function conditionMap(group: string, kind: string): ConditionMap {
  if (group.endsWith('cnrm.cloud.google.com')) return cnrm;
  if (/(?:^|\.)(?:crossplane\.io|upbound\.io)$/.test(group)) return crossplane;
  return Object.hasOwn(BY_KIND, kind) ? (BY_KIND[kind] ?? DEFAULT) : DEFAULT;
}
