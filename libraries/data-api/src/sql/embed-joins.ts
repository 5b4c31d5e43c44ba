import type { EmbedPlan, Output, PlannedField } from '../plan/rows-plan.ts';
import { type RowSource, renderField } from './fields.ts';
import type { SqlWriter } from './writer.ts';

/** Puts the rows of an embed into a lateral join: gives its subselect, with a column per output or one column `r`. */
export type RenderEmbed = (embed: EmbedPlan, near: RowSource) => string;

/** The lateral joins of a level, each made when a value first needs it. */
export class EmbedJoins {
  readonly #writer: SqlWriter;
  readonly #near: RowSource;
  readonly #renderEmbed: RenderEmbed;
  readonly #aliases = new Map<EmbedPlan, string>();
  readonly #texts: string[] = [];

  constructor(writer: SqlWriter, near: RowSource, renderEmbed: RenderEmbed) {
    this.#writer = writer;
    this.#near = near;
    this.#renderEmbed = renderEmbed;
  }

  text(): string {
    return this.#texts.join('');
  }

  value(output: Output): string {
    if (output.kind === 'embed') return `${this.#join(output.embed)}.r`;
    if (output.kind === 'field') return this.#field(output.field, output.cast);
    if (output.kind === 'one') return '1';
    if (output.kind === 'absent') return output.embed.isToOne ? 'null::json' : `'[]'::json`;
    if (output.kind === 'spread') return `${this.#join(output.embed)}.c${output.index}`;
    const value =
      output.kind === 'aggregate'
        ? output.field && this.#field(output.field, output.cast)
        : `${this.#join(output.embed)}.c${output.index}`;
    return cast(`${output.aggregate}(${value ?? '*'})`, output.aggregateCast);
  }

  #field(field: PlannedField, type: string | undefined): string {
    return cast(renderField(this.#writer, field, this.#near), type);
  }

  #join(embed: EmbedPlan): string {
    const known = this.#aliases.get(embed);
    if (known !== undefined) return known;
    const alias = this.#writer.alias();
    this.#aliases.set(embed, alias);
    this.#texts.push(` left join lateral (${this.#renderEmbed(embed, this.#near)}) ${alias} on true`);
    return alias;
  }
}

function cast(value: string, type: string | undefined): string {
  return type === undefined ? value : `(${value})::${type}`;
}
