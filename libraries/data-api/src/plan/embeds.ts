import { refuse } from '../errors.ts';
import type { SelectEmbed } from '../request/tree.ts';
import type { Relation, Relationship } from '../schema/model.ts';
import type { PlanContext } from './context.ts';
import { type Branch, boundsOf, checkBranch } from './embed-bounds.ts';
import { findRelationship } from './relationships.ts';
import type { AbsentEmbed, EmbedPlan, Output, OutputKey, RowsPlan } from './rows-plan.ts';

/** @throws DataApiError */
export function planEmbed(
  context: PlanContext,
  relation: Relation,
  item: SelectEmbed,
  around: Branch,
  planTarget: (relation: Relation, branch: Branch) => RowsPlan,
): EmbedPlan {
  const relationship = findRelationship(context, relation, item);
  const place = `${around.place}${item.alias ?? item.relation}.`;
  const branch = { place, path: [...around.path, relationship] };
  checkBranch(branch);
  return {
    names: namesOf(relation, item),
    relationship,
    isInner: item.join === 'inner',
    isSpread: item.isSpread,
    rows: planTarget(relationship.to, branch),
    bounds: boundsOf(context, branch),
  };
}

/** Beside an alias the name of a column means the column. */
function namesOf({ columns }: Relation, { alias, relation }: SelectEmbed): readonly string[] {
  if (alias === undefined) return [relation];
  return columns.has(relation) ? [alias] : [alias, relation];
}

/** Of an embed that names a future relationship, whatever it asks for below. A spread needs columns, so it has none. */
export function absentEmbed({ schema }: PlanContext, relation: Relation, item: SelectEmbed): AbsentEmbed | undefined {
  const future = schema.futureRelationshipsFrom(relation).find(({ to }) => to === item.relation);
  if (future === undefined || item.isSpread) return undefined;
  const exists = schema.relationshipsFrom(relation).some(({ name, to }) => to.name === future.to || name === future.to);
  if (exists) return undefined;
  const { isToOne = false } = future;
  return { names: namesOf(relation, item), relationship: undefined, isToOne, isInner: item.join === 'inner' };
}

/** What an embed gives to the rows around it. */
export function embedOutputs(item: SelectEmbed, embed: EmbedPlan | AbsentEmbed): Output[] {
  if (isEmpty(item)) return [];
  if (embed.relationship === undefined) {
    return [{ kind: 'absent', key: { text: item.alias ?? item.relation, isTrusted: false }, embed }];
  }
  if (!item.isSpread) return [{ kind: 'embed', key: keyOfEmbed(item, embed.relationship), embed }];
  return embed.rows.outputs.map((output, index): Output => {
    const { key } = output;
    if (output.kind !== 'aggregate' && output.kind !== 'spread-aggregate') return { kind: 'spread', key, embed, index };
    if (!embed.relationship.isToOne) {
      throw refuse.notImplemented('Feature not implemented', {
        details: `Aggregates are not implemented for to-many spreads, here '${item.relation}'`,
      });
    }
    const { aggregate, aggregateCast } = output;
    return {
      kind: 'spread-aggregate',
      key,
      embed,
      index,
      aggregate,
      ...(aggregateCast !== undefined && { aggregateCast }),
    };
  });
}

/** An embed without columns, or with nothing but such embeds. */
function isEmpty({ rows: { select } }: SelectEmbed): boolean {
  return select.every((item) => item.kind === 'embed' && isEmpty(item));
}

/** Without an alias the key is the name that found the relationship: the model's own text, not the client's. */
function keyOfEmbed({ alias, relation }: SelectEmbed, { name, to, columns }: Relationship): OutputKey {
  if (alias !== undefined) return { text: alias, isTrusted: false };
  const known = [to.name, name, ...columns.map(([from]) => from)].find((text) => text === relation);
  return known === undefined ? { text: relation, isTrusted: false } : { text: known, isTrusted: true };
}
