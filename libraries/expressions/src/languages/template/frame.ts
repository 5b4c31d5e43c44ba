import { fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import type { Value } from '../../values/value.ts';

/**
 * A value of a template. What is missing is undefined: it has no fields, and asking for one gives nothing again. Null is a value that
 * has been given, and asking it for a field is an error. Both print alike, except as a part of a list or map.
 */
export type Given = Value | undefined;

/** Text that has been written, and what of it came out of values. */
export class Output {
  readonly #run: Run;
  readonly parts: string[] = [];
  size = 0;
  /** Where each literal text begins in the output and in what was parsed. Kept only where the output is parsed again. */
  readonly literals: { from: number; at: number }[] | undefined;
  readonly values: { from: number; to: number }[] = [];

  constructor(run: Run, keeps: boolean) {
    this.#run = run;
    this.literals = keeps ? [] : undefined;
  }

  literal(text: string, at: number): void {
    this.literals?.push({ from: this.size, at });
    this.#write(text);
  }

  value(text: string): void {
    if (this.literals !== undefined) this.values.push({ from: this.size, to: this.size + text.length });
    this.#write(text);
  }

  /** @throws Failure beyond the limit of the output, before more is kept. */
  #write(text: string): void {
    this.size += text.length;
    const most = this.#run.limits.output;
    if (this.size > most) fail(`The result is longer than ${most} characters.`, 'limit');
    this.parts.push(text);
  }

  text(): string {
    return this.parts.join('');
  }
}

/** What a template that is being executed sees: a template that calls another gives it a frame of its own. */
export interface Frame {
  readonly run: Run;
  readonly out: Output;
  /** Variables by their slots; the first is `$`. */
  readonly slots: Given[];
  /** Templates that are being executed around this one. */
  readonly depth: number;
}

/** A compiled operand, command or pipeline. */
export type Step = (frame: Frame, dot: Given) => Given;

/** How a list of nodes ended. */
export type Ending = 'done' | 'break' | 'continue';

/** A compiled list of nodes, which writes into the output. */
export type Exec = (frame: Frame, dot: Given) => Ending;
