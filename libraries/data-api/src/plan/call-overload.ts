import { refuse } from '../errors.ts';
import { shown } from '../request/cursor.ts';
import type { DatabaseFunction } from '../schema/model.ts';
import { asWhole, namesOf, type SentArguments, takesNames, takesWhole } from './call-arguments.ts';
import type { PlanContext } from './context.ts';
import { nearest } from './near.ts';

interface Called {
  readonly schema: string;
  readonly name: string;
  /** Whether a body can be given as a whole. */
  readonly hasBody: boolean;
  readonly sent: SentArguments;
}

/**
 * The overload that takes what is sent: by the names of its arguments, or else as a whole. Overloads that the caller may
 * not execute are not there.
 * @throws DataApiError PGRST202, PGRST203, or 42501 when the caller may execute none.
 */
export function findOverload(
  context: PlanContext,
  functions: readonly DatabaseFunction[],
  called: Called,
): { readonly fn: DatabaseFunction; readonly sent: SentArguments } {
  const allowed = functions.filter((fn) => context.access.mayExecute(fn));
  if (functions.length > 0 && allowed.length === 0) {
    throw refuse.notAllowed(`permission denied for function ${called.name}`);
  }
  const { sent } = called;
  const names = namesOf(sent);
  const byNames = sent.kind === 'whole' ? [] : allowed.filter((fn) => takesNames(fn.arguments, names));
  const whole = called.hasBody && byNames.length === 0 ? asWhole(sent) : undefined;
  const found = whole ? allowed.filter((fn) => takesWhole(fn.arguments, whole.type)) : byNames;
  const [fn, ...others] = found;
  if (fn === undefined) throw unknown(context, allowed, called);
  if (others.length > 0) throw ambiguous(found);
  return { fn, sent: whole ?? sent };
}

function unknown(context: PlanContext, allowed: readonly DatabaseFunction[], { schema, name, sent, hasBody }: Called) {
  const qualified = shown(`${schema}.${name}`);
  const names = namesOf(sent);
  const list = shown(names.join(', '));
  const isWhole = sent.kind === 'whole';
  const asked = isWhole ? 'with a single unnamed parameter' : withParameters(names);
  const signature = isWhole || names.length === 0 ? `${qualified} ${asked}` : `${qualified}(${list})`;
  const orWhole = hasBody && !isWhole ? ' or with a single unnamed json/jsonb parameter' : '';
  return refuse.unknownFunction(`Could not find the function ${signature} in the schema cache`, {
    details: `Searched for the function ${qualified} ${asked}${orWhole}, but no matches were found in the schema cache.`,
    ...hintOf(context, allowed, schema, name),
  });
}

function withParameters(names: readonly string[]): string {
  if (names.length === 0) return 'without parameters';
  return `with parameter${names.length > 1 ? 's' : ''} ${shown(names.join(', '))}`;
}

/** The overloads that there are, or a function whose name is near. */
function hintOf(
  { schema: model, access }: PlanContext,
  allowed: readonly DatabaseFunction[],
  schema: string,
  name: string,
) {
  const others = () => model.functionsOf(schema).filter((fn) => access.mayExecute(fn));
  const near = allowed.length > 0 ? name : nearest(name, new Set(others().map((fn) => fn.name)));
  if (near === undefined) return {};
  const choices = allowed.length > 0 ? allowed : others().filter((fn) => fn.name === near);
  return { hint: `Perhaps you meant to call the function ${choices.map(shortSignature).join(' or ')}` };
}

function shortSignature({ schema, name, arguments: all }: DatabaseFunction): string {
  return `${schema}.${name}(${all.map((argument) => argument.name || argument.type).join(', ')})`;
}

function ambiguous(found: readonly DatabaseFunction[]) {
  const choices = found.map(({ schema, name, arguments: all }) => {
    const types = all.map((argument) =>
      argument.name === '' ? argument.type : `${argument.name} => ${argument.type}`,
    );
    return `${schema}.${name}(${types.join(', ')})`;
  });
  return refuse.ambiguousFunction(
    `Could not choose the best candidate function between: ${choices.toSorted().join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}
