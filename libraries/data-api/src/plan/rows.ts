import { refuse } from '../errors.ts';
import type { OrderTerm, RowsQuery, SelectColumn } from '../request/tree.ts';
import type { Relation } from '../schema/model.ts';
import { castTarget, demandSelect, hasField, keyOfField, planField, readableColumns } from './columns.ts';
import { hasRows, planConditions } from './conditions.ts';
import type { PlanContext } from './context.ts';
import { type Branch, checkRepeats } from './embed-bounds.ts';
import { absentEmbed, embedOutputs, planEmbed } from './embeds.ts';
import { demandGroups } from './groups.ts';
import type { AbsentEmbed, EmbedPlan, Output, PlannedOrder, RowsPlan } from './rows-plan.ts';

/**
 * Checks what is asked of the rows of a relation. A limit that the request does not give is not added, see `plan/read.ts`.
 * @throws DataApiError
 */
export function planRows(context: PlanContext, relation: Relation, query: RowsQuery): RowsPlan {
  return planLevel(context, relation, query, { place: '', path: [] }, false);
}

/** @param isSpread Whether the columns of the level are those of the level around it. */
function planLevel(
  context: PlanContext,
  relation: Relation,
  query: RowsQuery,
  branch: Branch,
  isSpread: boolean,
): RowsPlan {
  const { place } = branch;
  demandSelect(context, relation);
  const { limit, offset } = query;
  if (limit !== undefined && limit > context.options.maxRows) {
    throw refuse.overLimit(`${place}limit=${limit} is above ${context.options.maxRows}, the most rows of an answer`);
  }
  const all: (EmbedPlan | AbsentEmbed)[] = [];
  const outputs: Output[] = [];
  for (const item of query.select) {
    if (item.kind === 'all') {
      for (const column of readableColumns(context, relation)) {
        const field = { source: { kind: 'column', column }, path: [] } as const;
        outputs.push({ kind: 'field', key: keyOfField(field), field });
      }
    } else if (item.kind === 'column') outputs.push(planColumn(context, relation, item));
    else {
      const embed =
        absentEmbed(context, relation, item) ??
        planEmbed(context, relation, item, branch, (target, below) =>
          planLevel(context, target, item.rows, below, item.isSpread),
        );
      all.push(embed);
      outputs.push(...embedOutputs(item, embed));
    }
  }
  const shown = withoutDuplicates(outputs);
  const embeds = all.filter((embed) => embed.relationship !== undefined);
  checkRepeats(place, embeds, shown);
  const inner = all.filter(({ isInner }) => isInner);
  const isGrouped = outputs.some(({ kind }) => kind === 'aggregate' || kind === 'spread-aggregate');
  const order = query.order.flatMap((term) =>
    planOrder(context, relation, term, { embeds: all, outputs: shown, isSpread }),
  );
  if (isGrouped && !isSpread) demandGroups(relation, shown, order);
  return {
    relation,
    outputs: shown,
    embeds,
    where: [...planConditions(context, relation, query.where, all), ...inner.map((embed) => hasRows(embed, false))],
    order,
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    isGrouped,
  };
}

function planColumn(context: PlanContext, relation: Relation, item: SelectColumn): Output {
  const counted = asCount(context, relation, item);
  if (counted) return planColumn(context, relation, counted);
  const field = item.field && planField(context, relation, item.field);
  const type = item.cast === undefined ? {} : { cast: castTarget(context, item.cast) };
  const alias = item.alias === undefined ? undefined : { text: item.alias, isTrusted: false };
  const { aggregate, aggregateCast } = item;
  if (aggregate === undefined) {
    if (field === undefined) throw refuse.badQuery(`a column without a name in the select of ${relation.name}`);
    return { kind: 'field', key: alias ?? keyOfField(field), field, ...type };
  }
  if (!context.options.aggregates) throw refuse.aggregatesDisabled('Use of aggregate functions is not allowed');
  return {
    kind: 'aggregate',
    key: alias ?? { text: aggregate, isTrusted: true },
    aggregate,
    ...(field && { field }),
    ...type,
    ...(aggregateCast !== undefined && { aggregateCast: castTarget(context, aggregateCast) }),
  };
}

/** `count` without parentheses counts the rows of a relation that has no field of this name. */
function asCount(context: PlanContext, relation: Relation, item: SelectColumn): SelectColumn | undefined {
  const { field, alias, cast, aggregate } = item;
  const isCount = field?.name === 'count' && field.path.length === 0 && aggregate === undefined;
  if (!isCount || !context.options.aggregates || hasField(context, relation, 'count')) return undefined;
  return {
    kind: 'column',
    aggregate: 'count',
    ...(alias !== undefined && { alias }),
    ...(cast !== undefined && { aggregateCast: cast }),
  };
}

/** Of two with one key the later counts, but an embed is never hidden by a column. */
function withoutDuplicates(outputs: readonly Output[]): Output[] {
  const byKey = new Map<string, Output>();
  for (const output of outputs) {
    const isHidden = isEmbed(byKey.get(output.key.text)) && !isEmbed(output);
    if (!isHidden) byKey.set(output.key.text, output);
  }
  return [...byKey.values()];
}

function isEmbed(output: Output | undefined): boolean {
  return output?.kind === 'embed' || output?.kind === 'absent';
}

interface Orderable {
  readonly embeds: readonly (EmbedPlan | AbsentEmbed)[];
  readonly outputs: readonly Output[];
  readonly isSpread: boolean;
}

/**
 * A spread column may also be ordered by under the name that it has in the answer, unless a column bears it. An absent
 * embed of one row is null for every row, so nothing is left to order by.
 */
function planOrder(
  context: PlanContext,
  relation: Relation,
  term: OrderTerm,
  { embeds, outputs, isSpread }: Orderable,
): PlannedOrder | [] {
  const { field, relation: name, direction, nulls } = term;
  const how = { ...(direction && { direction }), ...(nulls && { nulls }) };
  const isColumn = (of: Relation) => field.path.length > 0 || hasField(context, of, field.name);
  if (name === undefined) {
    const shown = isColumn(relation) ? undefined : findShown(outputs, field.name, isSpread);
    return { ...(shown ?? { field: planField(context, relation, field) }), ...how };
  }
  const embed = embeds.find(({ names }) => names.includes(name));
  if (embed === undefined) {
    throw refuse.notEmbedded(`'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    });
  }
  if (!(embed.relationship ?? embed).isToOne) {
    throw refuse.orderByToMany(`A related order on '${name}' is not possible`, {
      details: `'${relation.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  if (embed.relationship === undefined) return [];
  const { to } = embed.relationship;
  const shown = isColumn(to) ? undefined : findShown(embed.rows.outputs, field.name, embed.isSpread);
  return { field: shown && !shown.embed ? shown.field : planField(context, to, field), embed, ...how };
}

/** What a name of the answer stands for: a column of a spread, or of this level when that is spread itself. */
function findShown(
  outputs: readonly Output[],
  name: string,
  isSpread: boolean,
): Pick<PlannedOrder, 'field' | 'embed'> | undefined {
  const output = outputs.find(({ key }) => key.text === name);
  if (output?.kind === 'field') return isSpread && output.cast === undefined ? { field: output.field } : undefined;
  if (output?.kind !== 'spread' || !output.embed.relationship.isToOne) return undefined;
  const { embed } = output;
  const inner = embed.rows.outputs[output.index];
  return inner?.kind === 'field' && inner.cast === undefined ? { field: inner.field, embed } : undefined;
}
