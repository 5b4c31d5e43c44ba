import { integerAt, isNode, listAt, nodeAt, nodesAt, nodesIn, type TreeNode, type TreeValue } from './node-tree.ts';

/** What is known of operators and collations. */
export interface Comparisons {
  /** Whether an operator is an equality that unique indexes share. */
  isEquality(operator: number): boolean;
  /** Whether equal texts are the same bytes under a collation. */
  isDeterministic(collation: number): boolean;
}

/** One side of a join. */
export interface Side {
  /** Range table indexes of everything in it. */
  readonly members: ReadonlySet<number>;
  /** Those each of whose rows it has at most once. */
  readonly anchors: readonly number[];
}

/** Columns of a side that the condition makes equal to a value from outside the side. */
export function fixedColumns(side: Side, condition: TreeValue, comparisons: Comparisons): ReadonlySet<string> {
  const fixed = new Set<string>();
  for (const conjunct of conjuncts(condition)) {
    if (conjunct.kind !== 'OPEXPR' || !comparisons.isEquality(integerAt(conjunct, 'opno'))) continue;
    if (!comparisons.isDeterministic(integerAt(conjunct, 'inputcollid'))) continue;
    const [one, other] = nodesAt(conjunct, 'args');
    if (one === undefined || other === undefined) continue;
    for (const [column, value] of [[one, other] as const, [other, one] as const]) {
      const name = ownColumn(column, side);
      if (name !== undefined && isOutside(value, side)) fixed.add(name);
    }
  }
  return fixed;
}

function conjuncts(condition: TreeValue): readonly TreeNode[] {
  if (!isNode(condition)) return [];
  const isAnd = condition.kind === 'BOOLEXPR' && condition.fields.get('boolop') === 'and';
  return isAnd ? nodesAt(condition, 'args').flatMap(conjuncts) : [condition];
}

const TEXT_TYPE = 25;

function ownColumn(expression: TreeNode, side: Side): string | undefined {
  // A `varchar` is compared as `text`, which tells the same values apart; other casts may not.
  const isText = expression.kind === 'RELABELTYPE' && integerAt(expression, 'resulttype') === TEXT_TYPE;
  const column = isText ? nodeAt(expression, 'arg') : expression;
  if (column?.kind !== 'VAR' || integerAt(column, 'varlevelsup') !== 0) return undefined;
  const index = integerAt(column, 'varno');
  return side.members.has(index) ? `${index}.${integerAt(column, 'varattno')}` : undefined;
}

function isOutside(expression: TreeNode, side: Side): boolean {
  for (const node of nodesIn(expression)) {
    if (!['VAR', 'CONST', 'RELABELTYPE'].includes(node.kind)) return false;
    if (node.kind === 'VAR' && side.members.has(integerAt(node, 'varno'))) return false;
  }
  return true;
}

const INT4_TO_INT8 = 481;

/** Whether an expression is the constant 1 of `limit 1`, which is stored as its bytes in the order of the machine. */
export function isConstantOne(expression: TreeNode): boolean {
  const isCast = expression.kind === 'FUNCEXPR' && integerAt(expression, 'funcid') === INT4_TO_INT8;
  const constant = isCast ? nodesAt(expression, 'args')[0] : expression;
  if (constant?.kind !== 'CONST') return false;
  // The length comes first, then the bytes between brackets.
  const bytes = listAt(constant, 'constvalue')
    .filter((item) => item !== '[' && item !== ']')
    .slice(1);
  const others = bytes.filter((byte) => byte !== '0');
  return bytes.length === 8 && others.length === 1 && (bytes[0] === '1' || bytes[7] === '1');
}
