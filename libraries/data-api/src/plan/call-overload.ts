import { refuse } from '../errors.ts';
import { shown } from '../request/cursor.ts';
import type { DatabaseFunction } from '../schema/model.ts';
import { asWhole, namesOf, type SentArguments, takesNames, takesWhole, type WholeType } from './call-arguments.ts';
import type { PlanContext } from './context.ts';
import { nearest, nearestArguments } from './near.ts';

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

/** Words for a whole body; one of JSON is also searched for by its names. */
const WHOLE_WORDS: Readonly<Record<WholeType, string>> = {
  json: 'json/jsonb',
  text: 'text',
  xml: 'xml',
  binary: 'bytea',
};

function unknown(context: PlanContext, allowed: readonly DatabaseFunction[], { schema, name, sent, hasBody }: Called) {
  const qualified = shown(`${schema}.${name}`);
  const names = namesOf(sent);
  const isNamed = sent.kind !== 'whole' || sent.type === 'json';
  const list = shown(names.join(', '));
  const signature = !isNamed
    ? qualified
    : names.length === 0
      ? `${qualified} without parameters`
      : `${qualified}(${list})`;
  const byNames = names.length === 0 ? 'without parameters' : `with parameter${names.length > 1 ? 's' : ''} ${list}`;
  const asWhole = `with a single unnamed ${sent.kind === 'whole' ? WHOLE_WORDS[sent.type] : WHOLE_WORDS.json} parameter`;
  const searched = !isNamed ? asWhole : hasBody ? `${byNames} or ${asWhole}` : byNames;
  return refuse.unknownFunction(`Could not find the function ${signature} in the schema cache`, {
    details: `Searched for the function ${qualified} ${searched}, but no matches were found in the schema cache.`,
    ...(isNamed && hintOf(context, allowed, schema, name, names)),
  });
}

/** Of the overloads that there are the one whose arguments are nearest, or else a function whose name is near. */
function hintOf(
  { schema: model, access }: PlanContext,
  allowed: readonly DatabaseFunction[],
  schema: string,
  name: string,
  names: readonly string[],
) {
  const others = model.functionsOf(schema).filter((fn) => access.mayExecute(fn));
  const near =
    allowed.length === 0
      ? nearest(name, new Set(others.map((fn) => fn.name)))
      : nearestArguments(
          names,
          allowed.map((fn) => fn.arguments.map((argument) => argument.name)),
        );
  if (near === undefined) return {};
  const choice = allowed.length === 0 ? near : `${name}(${near})`;
  return { hint: `Perhaps you meant to call the function ${schema}.${choice}` };
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
