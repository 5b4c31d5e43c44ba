import { Failure } from '../../failure.ts';
import type { FunctionIndex, Overload } from '../../functions/overloads.ts';
import { nearest, unknown, unknownVariable } from '../../nearest.ts';
import type { Run } from '../../run.ts';
import type { Value } from '../../values/value.ts';
import type { Node, NodeOf } from './ast.ts';

/** A compiled node: give it a run, get its value. */
export type Step = (run: Run) => Value;

/** A node that is wrong fails when it is reached, and not before: `||` may make do without it. */
export function failing(failure: Failure): Step {
  return () => {
    throw failure;
  };
}

/** What compiles the nodes below a node. */
export type Compile = (node: Node, scope: Scope) => Step;

/** Compiles a call, or nothing if it is not the form that the macro has. */
export type Macro = (call: NodeOf<'call'>, scope: Scope, compile: Compile) => Step | undefined;

export interface CompileContext {
  readonly tolerant: boolean;
  /** What is built in, and before it what the caller gives. */
  readonly functions: readonly FunctionIndex[];
  /** Names of the environment; all names are known if it is missing. */
  readonly variables: readonly string[] | undefined;
  /** Whether a name that resembles none of the variables is null, instead of a problem. */
  readonly unknownIsNull: boolean;
  readonly problems: Failure[];
}

/** Variables of macros that are visible somewhere, and the slot of each. */
export class Scope {
  readonly context: CompileContext;
  readonly #slots: ReadonlyMap<string, number>;
  readonly #used: number;

  constructor(context: CompileContext, slots: ReadonlyMap<string, number> = new Map(), used = 0) {
    this.context = context;
    this.#slots = slots;
    this.#used = used;
  }

  /** The scope inside of a macro, and the slots of its variables. */
  within<const Names extends readonly string[]>(names: Names): { scope: Scope; slots: { [K in keyof Names]: number } } {
    const slots = new Map(this.#slots);
    names.forEach((name, index) => slots.set(name, this.#used + index));
    const own = names.map((_, index) => this.#used + index) as { [K in keyof Names]: number };
    return { scope: new Scope(this.context, slots, this.#used + names.length), slots: own };
  }

  slot(name: string): number | undefined {
    return this.#slots.get(name);
  }

  overloads(name: string): readonly Overload[] | undefined {
    for (const index of this.context.functions) {
      const found = index.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Notes a variable that nobody gives, and gives what its use fails with; nothing if it may be used. */
  unknownVariable({ at }: Node, name: string): Failure | undefined {
    const { variables, unknownIsNull } = this.context;
    const failure = unknownVariable({ name, at, variables, others: [...this.#slots.keys()], unknownIsNull });
    return failure === undefined ? undefined : this.#note(failure);
  }

  unknownFunction({ at }: Node, name: string): Failure {
    const names = this.context.functions.flatMap((index) => [...index.keys()]);
    const plain = name.slice(name.lastIndexOf('.') + 1);
    const near =
      nearest(name, names) ?? nearest(`.${plain}`, names) ?? names.find((known) => known.endsWith(`.${plain}`));
    return this.#note(unknown(`There is no function "${name.replace(/^\./, '')}".`, at, near?.replace(/^\./, ''), []));
  }

  problem(at: number, message: string): Failure {
    return this.#note(new Failure('check', message, { offset: at }));
  }

  #note(failure: Failure): Failure {
    this.context.problems.push(failure);
    return failure;
  }
}
