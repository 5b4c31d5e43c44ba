import { Failure } from '../../failure.ts';
import { nearest, unknown, unknownVariable } from '../../nearest.ts';
import type { Exec, Step } from './frame.ts';
import type { FunctionNames } from './functions.ts';

/** What a text is compiled with. */
export interface Context {
  readonly functions: FunctionNames;
  /** Names of the environment; all names are known if it is missing. */
  readonly variables: readonly string[] | undefined;
  readonly unknownIsNull: boolean;
  readonly problems: Failure[];
  /** Compiled templates by name. They may call each other, so it is filled while they are compiled. */
  readonly definitions: Map<string, Exec>;
}

/** Variables that are visible somewhere, and whether the dot is the environment there. */
export class Scope {
  readonly context: Context;
  readonly dotIsRoot: boolean;
  /** Whether `$` is the environment, as it is outside of templates that are called. */
  readonly main: boolean;
  readonly #outer: Scope | undefined;
  readonly #counter: { next: number };
  readonly #slots = new Map<string, number>();

  constructor(context: Context, main: boolean, outer?: Scope, dotIsRoot = main) {
    this.context = context;
    this.main = main;
    this.dotIsRoot = dotIsRoot;
    this.#outer = outer;
    this.#counter = outer === undefined ? { next: 1 } : outer.#counter;
    if (outer === undefined) this.#slots.set('', 0);
  }

  /** A scope whose variables are not seen outside. */
  inner(dotIsRoot = this.dotIsRoot): Scope {
    return new Scope(this.context, this.main, this, dotIsRoot);
  }

  declare(name: string): number {
    const slot = this.#counter.next++;
    this.#slots.set(name, slot);
    return slot;
  }

  slot(name: string): number | undefined {
    return this.#slots.get(name) ?? this.#outer?.slot(name);
  }

  /** Notes a variable of the environment that nobody gives, and gives what its use fails with; nothing if it may be used. */
  unknownVariable(at: number, name: string): Failure | undefined {
    const { variables, unknownIsNull } = this.context;
    const failure = unknownVariable({ name, at, variables, unknownIsNull });
    return failure === undefined ? undefined : this.#note(failure);
  }

  unknownFunction(at: number, name: string): Failure {
    const { functions, variables = [] } = this.context;
    const near =
      nearest(name, [...functions.all(), ...variables]) ?? nearest(name.slice(name.indexOf('.') + 1), functions.all());
    return this.#note(unknown(`There is no function "${name}".`, at, near, []));
  }

  problem(at: number, message: string): Step {
    const failure = this.#note(new Failure('check', message, { offset: at }));
    return failing(failure);
  }

  #note(failure: Failure): Failure {
    this.context.problems.push(failure);
    return failure;
  }
}

/** What is wrong fails when it is reached, and not before. */
export function failing(failure: Failure): () => never {
  return () => {
    throw failure;
  };
}
