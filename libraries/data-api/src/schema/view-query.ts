import { type Comparisons, fixedColumns, isConstantOne, type Side } from './join-condition.ts';
import { integerAt, isNode, isTrueAt, listAt, nodeAt, nodesAt, type TreeNode, type TreeValue } from './node-tree.ts';

/** Numbers of columns that together tell rows apart; an empty key means at most one row. */
export type KeyColumns = readonly number[];

/** What is known of the relations that a query reads from. */
export interface QuerySurroundings extends Comparisons {
  /** Keys of a table or view, by column number. Rows with a null in the key need not be told apart. */
  keysOf(relation: number): readonly KeyColumns[];
}

/** Where a value of a query comes from. */
export interface Trace {
  /** Place of the relation in the query: a relation that stands twice in FROM has two places. */
  readonly place: string;
  readonly relation: number;
  readonly column: number;
  /** Whether no outer join or grouping set can make it null. */
  readonly isPreserved: boolean;
}

const KIND = { relation: 0, subquery: 1, commonTable: 6, group: 9 } as const;
/** `fetch first … with ties`, which may give more rows than its number. */
const WITH_TIES = 1;
const JOIN = { left: 1, full: 2, right: 3 } as const;

/** One query of a view's rule: where its columns come from, and which relations' rows it does not repeat. */
export class ViewQuery {
  readonly #node: TreeNode;
  readonly #parent: ViewQuery | undefined;
  readonly #surroundings: QuerySurroundings;
  readonly #rangeTable: readonly TreeNode[];
  readonly #targets: ReadonlyMap<number, TreeNode>;
  readonly #nullable = new Set<number>();
  readonly #queries = new Map<TreeNode, ViewQuery | undefined>();
  #keys: readonly KeyColumns[] | undefined;
  #anchors: readonly number[] | undefined;

  constructor(node: TreeNode, surroundings: QuerySurroundings, parent?: ViewQuery) {
    this.#node = node;
    this.#parent = parent;
    this.#surroundings = surroundings;
    this.#rangeTable = nodesAt(node, 'rtable');
    this.#targets = new Map(nodesAt(node, 'targetList').map((target) => [integerAt(target, 'resno'), target]));
    for (const item of this.#from()) this.#collectNullable(item, false);
  }

  /** Column numbers that the query shows, with the origin that the parser recorded, where there is one. */
  *origins(): Generator<{ column: number; origin: Trace }> {
    for (const [column, target] of this.#targets) {
      const relation = integerAt(target, 'resorigtbl');
      if (isTrueAt(target, 'resjunk') || relation === 0) continue;
      const origin = { relation, column: integerAt(target, 'resorigcol') };
      const trace = this.trace(column);
      const isTraced = trace?.relation === origin.relation && trace.column === origin.column;
      yield { column, origin: isTraced ? trace : { ...origin, place: '?', isPreserved: false } };
    }
  }

  /** Follows a column down to a relation. */
  trace(column: number): Trace | undefined {
    const target = this.#targets.get(column);
    if (target === undefined || this.#isSetOperation) return undefined;
    return this.#traceExpression(target.fields.get('expr'));
  }

  /** Places of relations each of whose rows the query shows at most once. */
  anchors(): readonly string[] {
    return this.#anchorIndexes().flatMap((index) => this.#placesBelow(index, (query) => query.anchors()));
  }

  /** The place that stands first in FROM and that no outer join makes null. */
  leading(): string | undefined {
    if (this.#isSetOperation) return undefined;
    let [item] = this.#from();
    while (item?.kind === 'JOINEXPR') item = nodeAt(item, integerAt(item, 'jointype') === JOIN.right ? 'rarg' : 'larg');
    const index = item === undefined ? 0 : integerAt(item, 'rtindex');
    return this.#placesBelow(index, (query) => [query.leading()].filter((place) => place !== undefined))[0];
  }

  keys(): readonly KeyColumns[] {
    if (this.#keys === undefined) {
      // A view that reads from itself asks for its own keys, and has none of them yet.
      this.#keys = [];
      this.#keys = [...this.#findKeys()];
    }
    return this.#keys;
  }

  get #isSetOperation(): boolean {
    return nodeAt(this.#node, 'setOperations') !== undefined;
  }

  #from(): readonly TreeNode[] {
    const tree = nodeAt(this.#node, 'jointree');
    return tree === undefined ? [] : nodesAt(tree, 'fromlist');
  }

  #collectNullable(item: TreeNode, isNullable: boolean): void {
    if (item.kind === 'RANGETBLREF') {
      if (isNullable) this.#nullable.add(integerAt(item, 'rtindex'));
      return;
    }
    const type = integerAt(item, 'jointype');
    const [left, right] = [nodeAt(item, 'larg'), nodeAt(item, 'rarg')];
    if (left) this.#collectNullable(left, isNullable || type === JOIN.right || type === JOIN.full);
    if (right) this.#collectNullable(right, isNullable || type === JOIN.left || type === JOIN.full);
  }

  #traceExpression(expression: TreeValue | undefined): Trace | undefined {
    if (!isNode(expression) || expression.kind !== 'VAR' || integerAt(expression, 'varlevelsup') !== 0)
      return undefined;
    const index = integerAt(expression, 'varno');
    const column = integerAt(expression, 'varattno');
    const entry = this.#rangeTable[index - 1];
    if (entry === undefined || column <= 0) return undefined;
    const isPreserved = !this.#nullable.has(index) && listAt(this.#node, 'groupingSets').length === 0;
    const kind = integerAt(entry, 'rtekind');
    if (kind === KIND.group) {
      const grouped = this.#traceExpression(listAt(entry, 'groupexprs')[column - 1]);
      return grouped && { ...grouped, isPreserved: grouped.isPreserved && isPreserved };
    }
    if (kind === KIND.relation) return { place: `${index}`, relation: integerAt(entry, 'relid'), column, isPreserved };
    const below = this.#below(entry)?.trace(column);
    return below && { ...below, place: `${index}.${below.place}`, isPreserved: below.isPreserved && isPreserved };
  }

  /** The query of a subquery or of a plain common table expression. */
  #below(entry: TreeNode): ViewQuery | undefined {
    if (!this.#queries.has(entry)) this.#queries.set(entry, this.#openBelow(entry));
    return this.#queries.get(entry);
  }

  #openBelow(entry: TreeNode): ViewQuery | undefined {
    const kind = integerAt(entry, 'rtekind');
    if (kind === KIND.subquery) {
      const query = nodeAt(entry, 'subquery');
      return query && new ViewQuery(query, this.#surroundings, this);
    }
    const owner = kind === KIND.commonTable ? this.#ancestor(integerAt(entry, 'ctelevelsup')) : undefined;
    return owner && owner.#openCommonTable(entry.fields.get('ctename'));
  }

  #ancestor(levels: number): ViewQuery | undefined {
    if (levels === 0 || this.#parent === undefined) return levels === 0 ? this : undefined;
    return this.#parent.#ancestor(levels - 1);
  }

  #openCommonTable(name: TreeValue | undefined): ViewQuery | undefined {
    const found = nodesAt(this.#node, 'cteList').find((table) => table.fields.get('ctename') === name);
    if (found === undefined || isTrueAt(found, 'cterecursive')) return undefined;
    const query = nodeAt(found, 'ctequery');
    return query && new ViewQuery(query, this.#surroundings, this);
  }

  #placesBelow(index: number, pick: (query: ViewQuery) => readonly string[]): readonly string[] {
    const entry = this.#rangeTable[index - 1];
    if (entry === undefined) return [];
    if (integerAt(entry, 'rtekind') === KIND.relation) return [`${index}`];
    const query = this.#below(entry);
    return query === undefined ? [] : pick(query).map((place) => `${index}.${place}`);
  }

  #keysOfEntry(index: number): readonly KeyColumns[] {
    const entry = this.#rangeTable[index - 1];
    if (entry === undefined) return [];
    if (integerAt(entry, 'rtekind') === KIND.relation) return this.#surroundings.keysOf(integerAt(entry, 'relid'));
    return this.#below(entry)?.keys() ?? [];
  }

  *#findKeys(): Generator<KeyColumns> {
    if (this.#isSetOperation) return;
    const grouping = listAt(this.#node, 'groupingSets').length > 0;
    const groups = nodesAt(this.#node, 'groupClause');
    const repeats = isTrueAt(this.#node, 'hasTargetSRFs');
    const limit = nodeAt(this.#node, 'limitCount');
    if (limit && isConstantOne(limit) && integerAt(this.#node, 'limitOption') !== WITH_TIES) yield [];
    if (isTrueAt(this.#node, 'hasAggs') && groups.length === 0 && !grouping && !repeats) yield [];
    for (const clause of [repeats || grouping ? [] : groups, nodesAt(this.#node, 'distinctClause')]) {
      const references = clause.map((item) => integerAt(item, 'tleSortGroupRef'));
      const columns = references.map((reference) =>
        this.#columnWhere((target) => integerAt(target, 'ressortgroupref') === reference),
      );
      if (columns.length > 0 && !columns.includes(0)) yield columns;
    }
    for (const index of this.#anchorIndexes()) {
      for (const key of this.#keysOfEntry(index)) {
        const columns = key.map((column) =>
          this.#columnWhere((target) => this.#isColumn(target.fields.get('expr'), index, column)),
        );
        if (!columns.includes(0)) yield columns;
      }
    }
  }

  #columnWhere(test: (target: TreeNode) => boolean): number {
    for (const [column, target] of this.#targets) if (!isTrueAt(target, 'resjunk') && test(target)) return column;
    return 0;
  }

  #isColumn(expression: TreeValue | undefined, index: number, column: number): boolean {
    if (!isNode(expression) || expression.kind !== 'VAR' || integerAt(expression, 'varlevelsup') !== 0) return false;
    const varno = integerAt(expression, 'varno');
    const entry = this.#rangeTable[varno - 1];
    const attribute = integerAt(expression, 'varattno');
    if (entry !== undefined && integerAt(entry, 'rtekind') === KIND.group)
      return this.#isColumn(listAt(entry, 'groupexprs')[attribute - 1], index, column);
    return varno === index && attribute === column;
  }

  #anchorIndexes(): readonly number[] {
    this.#anchors ??= this.#findAnchorIndexes();
    return this.#anchors;
  }

  #findAnchorIndexes(): readonly number[] {
    const repeats = isTrueAt(this.#node, 'hasTargetSRFs') || listAt(this.#node, 'groupingSets').length > 0;
    if (this.#isSetOperation || repeats) return [];
    const where = nodeAt(this.#node, 'jointree')?.fields.get('quals') ?? null;
    const [first, ...others] = this.#from().map((item) => this.#side(item));
    if (first === undefined) return [];
    return others.reduce((left, right) => this.#join(left, right, where), first).anchors;
  }

  #side(item: TreeNode): Side {
    if (item.kind === 'RANGETBLREF') {
      const index = integerAt(item, 'rtindex');
      return { members: new Set([index]), anchors: [index] };
    }
    const [left, right] = [nodeAt(item, 'larg'), nodeAt(item, 'rarg')];
    if (left === undefined || right === undefined) return { members: new Set(), anchors: [] };
    return this.#join(this.#side(left), this.#side(right), item.fields.get('quals') ?? null);
  }

  /** A side's rows are not repeated when the other side gives at most one row for each. */
  #join(left: Side, right: Side, condition: TreeValue): Side {
    const keepsLeft = this.#isAtMostOne(right, condition);
    const keepsRight = this.#isAtMostOne(left, condition);
    return {
      members: new Set([...left.members, ...right.members]),
      anchors: [...(keepsLeft ? left.anchors : []), ...(keepsRight ? right.anchors : [])],
    };
  }

  #isAtMostOne(side: Side, condition: TreeValue): boolean {
    const fixed = fixedColumns(side, condition, this.#surroundings);
    return side.anchors.some((index) =>
      this.#keysOfEntry(index).some((key) => key.every((column) => fixed.has(`${index}.${column}`))),
    );
  }
}
