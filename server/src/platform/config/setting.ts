/** One setting: where it is declared is where it is documented. */
export interface Setting<Value> {
  /** Name of the environment variable. */
  readonly env: string;
  /** Long flag without dashes; flags win over the environment. */
  readonly flag: string;
  /** How the value looks in `--help`, for example `PORT`. */
  readonly shape: string;
  readonly description: string;
  /** What holds when nothing is given, as `--help` shows it. */
  readonly fallback: string;
  /** Reads the text, or returns a sentence that says what is wrong and how to mend it. */
  parse(text: string | undefined): { value: Value } | string;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends Settings> = {
  readonly [Key in keyof S]: S[Key] extends Setting<infer Value> ? Value : never;
};

/** Stops the start; the message is for the person at the terminal. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface Common {
  readonly env: string;
  readonly flag: string;
  readonly shape: string;
  readonly description: string;
}

export function text<Fallback extends string | undefined>(
  common: Common,
  fallback: Fallback,
  check: (value: string) => string | undefined = () => undefined,
): Setting<string | Fallback> {
  return {
    ...common,
    fallback: fallback ?? 'none',
    parse: (given) => (given === undefined ? { value: fallback } : (check(given) ?? { value: given })),
  };
}

export function oneOf<const Choice extends string>(
  common: Omit<Common, 'shape'>,
  choices: readonly Choice[],
  fallback: Choice,
): Setting<Choice> {
  return {
    ...common,
    shape: choices.join('|'),
    fallback,
    parse(given = fallback) {
      const value = choices.find((choice) => choice === given);
      return value === undefined ? `is "${given}"; use one of ${choices.join(', ')}` : { value };
    },
  };
}

export function wholeNumber(common: Common, range: readonly [number, number], fallback: number): Setting<number> {
  return {
    ...common,
    fallback: String(fallback),
    parse(given = String(fallback)) {
      const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
      const [least, most] = range;
      return value >= least && value <= most ? { value } : `is "${given}"; use a whole number from ${least} to ${most}`;
    },
  };
}

export function list(common: Common, check: (item: string) => string | undefined): Setting<readonly string[]> {
  return {
    ...common,
    fallback: 'none',
    parse(given = '') {
      const items = given
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      for (const item of items) {
        const problem = check(item);
        if (problem !== undefined) return problem;
      }
      return { value: items };
    },
  };
}

export function yesNo(common: Omit<Common, 'shape'>, fallback: boolean): Setting<boolean> {
  const named: Readonly<Record<string, boolean>> = {
    true: true,
    yes: true,
    '1': true,
    false: false,
    no: false,
    '0': false,
  };
  return {
    ...common,
    shape: 'true|false',
    fallback: String(fallback),
    parse(given = String(fallback)) {
      const value = named[given.toLowerCase()];
      return value === undefined ? `is "${given}"; use true or false` : { value };
    },
  };
}

/**
 * Reads all settings from flags and environment. An empty environment variable counts as absent.
 * @throws ConfigError naming every wrong value and unknown flag with its fix.
 */
export function readSettings<S extends Settings>(
  settings: S,
  flags: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): ValuesOf<S> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries(settings)) {
    const flag = flags[setting.flag];
    const given = flag ?? (environment[setting.env] || undefined);
    const parsed = setting.parse(given);
    if (typeof parsed === 'string')
      problems.push(`${flag === undefined ? setting.env : `--${setting.flag}`} ${parsed}.`);
    else values[key] = parsed.value;
  }
  const known = new Set(Object.values(settings).map((setting) => setting.flag));
  for (const flag of Object.keys(flags))
    if (!known.has(flag)) problems.push(`--${flag} is not a flag; see --help for those that are.`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as ValuesOf<S>;
}

/** The table of `--help`. */
export function describeSettings(settings: Settings): string {
  return Object.values(settings)
    .map(
      (setting) =>
        `  --${setting.flag} ${setting.shape}\n      ${setting.description}\n      Environment: ${setting.env}. Default: ${setting.fallback}.`,
    )
    .join('\n');
}
