import type { Value } from '../../values/value.ts';

/** All offsets (`at`) are into the text that was parsed. */
interface Place {
  readonly at: number;
}

export type Operand = Place &
  (
    | { readonly kind: 'literal'; readonly value: Value }
    | { readonly kind: 'nil' }
    /** `.`, and `.a.b` as its path. */
    | { readonly kind: 'dot'; readonly path: readonly string[] }
    /** `$x`, and `$x.a.b`; `$` alone has an empty name. */
    | { readonly kind: 'variable'; readonly name: string; readonly path: readonly string[] }
    /** A function, one of a name space (`strings.ToLower`), or what one without arguments gives, and its fields. */
    | { readonly kind: 'name'; readonly name: string; readonly path: readonly string[] }
    | { readonly kind: 'pipe'; readonly pipe: Pipe; readonly path: readonly string[] }
  );

/** What stands between bars: a value, or a function and its arguments. */
export interface Command extends Place {
  readonly first: Operand;
  readonly args: readonly Operand[];
}

export interface Pipe extends Place {
  /** Variables before `:=` or `=`; two at most, and those only in `range`. */
  readonly names: readonly string[];
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

export type Node = Place &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'action'; readonly pipe: Pipe }
    | {
        readonly kind: 'if' | 'with' | 'range';
        readonly pipe: Pipe;
        readonly body: readonly Node[];
        readonly otherwise: readonly Node[] | undefined;
      }
    | { readonly kind: 'template'; readonly name: string; readonly pipe: Pipe | undefined }
    | { readonly kind: 'break' | 'continue' }
  );

export type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;
export type OperandOf<Kind extends Operand['kind']> = Extract<Operand, { kind: Kind }>;

export interface Template {
  readonly body: readonly Node[];
  /** What `define` and `block` name. */
  readonly definitions: ReadonlyMap<string, readonly Node[]>;
}
