export interface GateResult {
  readonly ok: boolean;
  /** One sentence per problem: where, what, and what to do instead. */
  readonly problems: readonly string[];
}

/** What a file in `tools/gates` exports. */
export interface Gate {
  readonly name: string;
  /** Checks the tree under `root` (an absolute path) and changes nothing. */
  run(root: string): Promise<GateResult>;
}

export function verdict(problems: readonly string[]): GateResult {
  return { ok: problems.length === 0, problems };
}
