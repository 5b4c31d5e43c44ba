import { define, Duration } from '@watchroom/expressions';
import type { ScriptPlace } from '../../../platform/kinds/scripts.ts';

/** The data of a kind by its names: a value as JSON has it, or a span of time in milliseconds. */
type DataNames = Readonly<Record<string, 'value' | 'span'>>;

/** What the scripts of a kind read. */
export interface CheckScripts {
  readonly place: ScriptPlace;
  /**
   * Variables for one evaluation; what the run did not find out is null.
   * @param common the variables that every kind has. Data wins over them.
   */
  environment(data: Readonly<Record<string, unknown>>, common: CommonVariables, language: string): Environment;
}

type Environment = Readonly<Record<string, unknown>>;
type CommonVariables = Readonly<Record<(typeof COMMON)[number], unknown>>;

/** Engine reference 2.2. */
const COMMON = [
  'results',
  'duration',
  'error',
  'message',
  'pass',
  'errorType',
  'canary',
  'check',
  'outputs',
  'last_result',
] as const;

const lastResult = define({
  names: { cel: ['last_result'], template: ['last_result'] },
  args: [],
  result: 'map',
  doc: 'The newest stored result of the check.',
  examples: [],
  call: ({ env }) => (env['last_result'] ?? {}) as Readonly<Record<string, unknown>>,
});

/** @param kind unique name of the kind. */
export function checkScripts(kind: string, names: DataNames): CheckScripts {
  const unknown = Object.fromEntries(Object.keys(names).map((name) => [name, null]));
  return {
    place: {
      name: `check ${kind}`,
      variables: [...Object.keys(names), ...COMMON],
      functions: [{ title: 'Check', functions: [lastResult] }],
    },
    environment(data, common, language) {
      const given = Object.entries(data).map(([name, value]) => [
        name,
        // JavaScript has no spans of time; there it is the number of milliseconds.
        names[name] === 'span' && typeof value === 'number' && language !== 'javascript' ? span(value) : value,
      ]);
      return { ...common, ...unknown, ...(Object.fromEntries(given) as Environment) };
    },
  };
}

function span(milliseconds: number): Duration {
  return new Duration(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}
