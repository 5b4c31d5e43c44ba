import { refuse } from '../errors.ts';
import type { Compare, Condition } from '../request/tree.ts';
import type { Relation } from '../schema/model.ts';
import { planField } from './columns.ts';
import type { PlanContext } from './context.ts';
import { checkExpression } from './expression-bounds.ts';
import type { AbsentEmbed, EmbedPlan, PlannedCondition } from './rows-plan.ts';

/**
 * @param embeds Embeds that a condition may name.
 * @throws DataApiError
 */
export function planConditions(
  context: PlanContext,
  relation: Relation,
  where: readonly Condition[],
  embeds: readonly (EmbedPlan | AbsentEmbed)[] = [],
): PlannedCondition[] {
  return where.map((condition): PlannedCondition => {
    if (condition.kind !== 'compare') {
      const { kind, negated } = condition;
      return { kind, negated, conditions: planConditions(context, relation, condition.conditions, embeds) };
    }
    const embed = embeds.find(({ names }) => condition.field.path.length === 0 && names.includes(condition.field.name));
    const presence = embed && planPresence(condition, embed);
    if (presence) return presence;
    if (embed && !relation.columns.has(condition.field.name)) {
      throw refuse.notNullFilterOnEmbed(`Bad operator on the '${condition.field.name}' embedded resource`, {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      });
    }
    return planCompare(context, relation, condition);
  });
}

function planPresence(
  { operator, value, negated }: Compare,
  embed: EmbedPlan | AbsentEmbed,
): PlannedCondition | undefined {
  const word = operator === 'is' && typeof value === 'string' ? value.toLowerCase() : undefined;
  if (word !== 'null' && word !== 'not_null') return undefined;
  return hasRows(embed, negated !== (word === 'null'));
}

/** @param negated Whether it must have none. */
export function hasRows(embed: EmbedPlan | AbsentEmbed, negated: boolean): PlannedCondition {
  return embed.relationship === undefined ? { kind: 'never', negated } : { kind: 'embed', negated, embed };
}

function planCompare(context: PlanContext, relation: Relation, condition: Compare): PlannedCondition {
  const { operator, negated, value, quantifier, language } = condition;
  const field = planField(context, relation, condition.field);
  if (operator === 'match' || operator === 'imatch') [value].flat().forEach(checkExpression);
  const configuration = language === undefined ? undefined : context.schema.textSearchConfig(language);
  if (language !== undefined && configuration === undefined) {
    throw refuse.unknownType(`text search configuration "${language}" does not exist`);
  }
  return {
    kind: 'compare',
    field,
    operator,
    negated,
    value,
    ...(quantifier && { quantifier }),
    ...(configuration !== undefined && { configuration }),
  };
}
