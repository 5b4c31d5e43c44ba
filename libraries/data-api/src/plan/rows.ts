import { refuse } from '../errors.ts';
import type { OrderTerm, RowsQuery, SelectColumn } from '../request/tree.ts';
import type { Relation } from '../schema/model.ts';
import { castTarget, demandSelect, keyOfField, planField, readableColumns } from './columns.ts';
import { planConditions } from './conditions.ts';
import type { PlanContext } from './context.ts';
import { type Branch, checkRepeats } from './embed-bounds.ts';
import { embedOutputs, planEmbed } from './embeds.ts';
import type { EmbedPlan, Output, PlannedCondition, PlannedOrder, RowsPlan } from './rows-plan.ts';

/**
 * Checks what is asked of the rows of a relation. A limit that the request does not give is not added, see `plan/read.ts`.
 * @throws DataApiError
 */
export function planRows(context: PlanContext, relation: Relation, query: RowsQuery): RowsPlan {
  return planLevel(context, relation, query, { place: '', path: [] });
}

function planLevel(context: PlanContext, relation: Relation, query: RowsQuery, branch: Branch): RowsPlan {
  const { place } = branch;
  demandSelect(context, relation);
  const { limit, offset } = query;
  if (limit !== undefined && limit > context.options.maxRows) {
    throw refuse.overLimit(`${place}limit=${limit} is above ${context.options.maxRows}, the most rows of an answer`);
  }
  const embeds: EmbedPlan[] = [];
  const outputs: Output[] = [];
  for (const item of query.select) {
    if (item.kind === 'all') {
      for (const column of readableColumns(context, relation)) {
        const field = { source: { kind: 'column', column }, path: [] } as const;
        outputs.push({ kind: 'field', key: keyOfField(field), field });
      }
    } else if (item.kind === 'column') outputs.push(planColumn(context, relation, item));
    else {
      const embed = planEmbed(context, relation, item, branch, (target, below) =>
        planLevel(context, target, item.rows, below),
      );
      embeds.push(embed);
      outputs.push(...embedOutputs(item, embed));
    }
  }
  const shown = withoutDuplicates(outputs);
  checkRepeats(place, embeds, shown);
  const inner = embeds.filter(({ isInner }) => isInner);
  return {
    relation,
    outputs: shown,
    embeds,
    where: [
      ...planConditions(context, relation, query.where, embeds),
      ...inner.map((embed): PlannedCondition => ({ kind: 'embed', negated: false, embed })),
    ],
    order: query.order.map((term) => planOrder(context, relation, term, embeds)),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    isGrouped: outputs.some(({ kind }) => kind === 'aggregate' || kind === 'spread-aggregate'),
  };
}

function planColumn(context: PlanContext, relation: Relation, item: SelectColumn): Output {
  const field = item.field && planField(context, relation, item.field);
  const type = item.cast === undefined ? {} : { cast: castTarget(context, item.cast) };
  const alias = item.alias === undefined ? undefined : { text: item.alias, isTrusted: false };
  const { aggregate, aggregateCast } = item;
  if (aggregate === undefined) {
    if (field === undefined) throw refuse.badQuery(`a column without a name in the select of ${relation.name}`);
    return { kind: 'field', key: alias ?? keyOfField(field), field, ...type };
  }
  if (!context.options.aggregates) {
    throw refuse.aggregatesDisabled('Use of aggregate functions is not allowed', {
      details: `${aggregate}() was asked of ${relation.name}`,
    });
  }
  return {
    kind: 'aggregate',
    key: alias ?? { text: aggregate, isTrusted: true },
    aggregate,
    ...(field && { field }),
    ...type,
    ...(aggregateCast !== undefined && { aggregateCast: castTarget(context, aggregateCast) }),
  };
}

/** Of two with one key the later counts, but an embed is never hidden by a column. */
function withoutDuplicates(outputs: readonly Output[]): Output[] {
  const byKey = new Map<string, Output>();
  for (const output of outputs) {
    const isHidden = byKey.get(output.key.text)?.kind === 'embed' && output.kind !== 'embed';
    if (!isHidden) byKey.set(output.key.text, output);
  }
  return [...byKey.values()];
}

function planOrder(
  context: PlanContext,
  relation: Relation,
  term: OrderTerm,
  embeds: readonly EmbedPlan[],
): PlannedOrder {
  const { field, relation: name, direction, nulls } = term;
  const how = { ...(direction && { direction }), ...(nulls && { nulls }) };
  if (name === undefined) return { field: planField(context, relation, field), ...how };
  const embed = embeds.find(({ names }) => names.includes(name));
  if (embed === undefined) {
    throw refuse.notEmbedded(`'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    });
  }
  if (!embed.relationship.isToOne) {
    throw refuse.orderByToMany(`A related order on '${name}' is not possible`, {
      details: `'${relation.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return { field: planField(context, embed.relationship.to, field), embed, ...how };
}
