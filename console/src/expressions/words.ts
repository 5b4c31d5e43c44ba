/** A function as completion offers it. */
export interface FunctionWord {
  /** `math.Add`; `.trim` if it is called on its first argument. */
  readonly name: string;
  /** The ways to call it; at least one. */
  readonly uses: readonly FunctionUse[];
}

export interface FunctionUse {
  /** `(text: string).trim()` */
  readonly call: string;
  /** One sentence. */
  readonly doc: string;
  /** In the language itself. */
  readonly example?: string;
}

/** The functions of each language that has some. */
export type FunctionWords = Readonly<Record<'cel' | 'template' | 'javascript', readonly FunctionWord[]>>;
