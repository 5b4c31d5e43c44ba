import { type JSONPathQuery, jsonpath } from 'json-p3';
import { Failure } from '../failure.ts';
import { matchesPattern } from '../functions/patterns.ts';
import type { Run } from '../run.ts';
import { compare, equal } from '../values/compare.ts';
import { mapSize } from '../values/maps.ts';
import { numeric } from '../values/numbers.ts';
import { length } from '../values/text.ts';
import { isList, isMap, type Value } from '../values/value.ts';

const { expressions } = jsonpath;
type Expression = InstanceType<typeof expressions.LogicalExpression>['expression'];

interface Context {
  readonly run: Run;
  readonly root: Value;
  readonly current: Value;
  readonly select: (run: Run, query: JSONPathQuery, from: Value, root: Value) => Value[];
}

/** A value, the special result Nothing, or nodes: https://www.rfc-editor.org/rfc/rfc9535#name-filter-selector */
type Result = { readonly value: Value | undefined } | { readonly nodes: readonly Value[] };

export function holds(context: Context, expression: Expression): boolean {
  const result = evaluate(context, expression);
  return 'nodes' in result ? result.nodes.length > 0 : result.value === true;
}

function evaluate(context: Context, expression: Expression): Result {
  const { run, root, current, select } = context;
  run.spend(1);
  if (expression instanceof expressions.LogicalExpression) return { value: holds(context, expression.expression) };
  if (expression instanceof expressions.PrefixExpression) return { value: !holds(context, expression.right) };
  if (expression instanceof expressions.InfixExpression) return { value: infix(context, expression) };
  if (expression instanceof expressions.NullLiteral) return { value: null };
  if (
    expression instanceof expressions.BooleanLiteral ||
    expression instanceof expressions.StringLiteral ||
    expression instanceof expressions.NumberLiteral
  )
    return { value: expression.value };
  if (expression instanceof expressions.RelativeQuery) return { nodes: select(run, expression.path, current, root) };
  if (expression instanceof expressions.RootQuery) return { nodes: select(run, expression.path, root, root) };
  if (expression instanceof expressions.FunctionExtension) return { value: call(context, expression) };
  throw new Failure('evaluation', 'The filter has a part that is not known here.');
}

type Infix = InstanceType<typeof expressions.InfixExpression>;

function infix(context: Context, { operator, left, right }: Infix): boolean {
  if (operator === '&&') return holds(context, left) && holds(context, right);
  if (operator === '||') return holds(context, left) || holds(context, right);
  const a = single(evaluate(context, left));
  const b = single(evaluate(context, right));
  switch (operator) {
    case '==':
      return same(context.run, a, b);
    case '!=':
      return !same(context.run, a, b);
    case '<':
      return less(a, b);
    case '>':
      return less(b, a);
    case '<=':
      return less(a, b) || same(context.run, a, b);
    default:
      return less(b, a) || same(context.run, a, b);
  }
}

function single(result: Result): Value | undefined {
  if ('value' in result) return result.value;
  return result.nodes.length === 1 ? result.nodes[0] : undefined;
}

function same(run: Run, a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(run, a, b);
}

/** Only numbers and texts have an order. */
function less(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const isOrdered =
    (typeof a === 'string' && typeof b === 'string') || (numeric(a) !== undefined && numeric(b) !== undefined);
  return isOrdered && compare(a, b) < 0;
}

type Call = InstanceType<typeof expressions.FunctionExtension>;

/** The functions of RFC 9535. Patterns are RE2's, in linear time; one that cannot be read matches nothing, as the RFC says. */
function call(context: Context, { name, args }: Call): Value | undefined {
  const [first, second] = args.map((arg) => evaluate(context, arg));
  if (first === undefined) return undefined;
  switch (name) {
    case 'count':
      return 'nodes' in first ? first.nodes.length : undefined;
    case 'value':
      return single(first);
    case 'length':
      return lengthOf(single(first));
    default: {
      const text = single(first);
      const pattern = second === undefined ? undefined : single(second);
      if (typeof text !== 'string' || typeof pattern !== 'string') return false;
      return matches(context.run, text, name === 'match' ? `^(?:${pattern})$` : pattern);
    }
  }
}

function lengthOf(value: Value | undefined): Value | undefined {
  if (typeof value === 'string') return length(value);
  if (isList(value)) return value.length;
  return value !== undefined && isMap(value) ? mapSize(value) : undefined;
}

function matches(run: Run, text: string, pattern: string): boolean {
  try {
    return matchesPattern(run, text, pattern);
  } catch (error) {
    if (error instanceof Failure && error.code !== 'limit') return false;
    throw error;
  }
}
