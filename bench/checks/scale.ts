/** How much is measured. Durations in milliseconds. */
export interface Scale {
  readonly isQuick: boolean;
  readonly checks: number;
  readonly interval: number;
  /** Window of the claim loop, of the steady load, and of the bare programs beside them. */
  readonly claimWindow: number;
  readonly loadWindow: number;
  readonly bareWindow: number;
  /** How long each round of the engine lasts, and how many rounds there are. */
  readonly engineRound: number;
  readonly engineRounds: number;
  readonly starts: number;
  readonly requests: number;
  /** How long one page is left open. */
  readonly onlooking: number;
  /** Checks in the smaller console. */
  readonly fewChecks: number;
}

export const FULL: Scale = {
  isQuick: false,
  checks: 10_000,
  interval: 30_000,
  claimWindow: 60_000,
  loadWindow: 180_000,
  bareWindow: 20_000,
  engineRound: 3_000,
  engineRounds: 5,
  starts: 5,
  requests: 20,
  onlooking: 15_000,
  fewChecks: 1_000,
};

/** Says nothing about speed: shows that the bench itself works. */
export const QUICK: Scale = {
  isQuick: true,
  checks: 120,
  interval: 2_000,
  claimWindow: 2_000,
  loadWindow: 3_000,
  bareWindow: 300,
  engineRound: 100,
  engineRounds: 1,
  starts: 1,
  requests: 3,
  onlooking: 500,
  fewChecks: 40,
};
