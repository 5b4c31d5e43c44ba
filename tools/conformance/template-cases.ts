/** A template and the variables it is run with. */
export interface TemplateCase {
  readonly text: string;
  readonly env: Readonly<Record<string, unknown>>;
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [
  '',
  'a',
  'node-1',
  'Hello World',
  '<b>&"q"</b>',
  "it's",
  'é ☺ ü',
  'tab\tline\nend',
  '0',
  'true',
  '%d %s',
  '`',
];
/** Whole numbers are left out: JSON does not tell a float from an int, and here they are ints. */
const NUMBERS = [0.5, -1.5, 3.25, 1234567.5, 1e21, 1.5e300, 2.5e-7, 123456789.125, 0.1];
const FORMATS = [
  '%v', '%d', '%s', '%q', '%x', '%X', '%o', '%b', '%c', '%U', '%e', '%E', '%f', '%F', '%g', '%G', '%t', '%T', '%+v', '%#v', '%O',
  '%5d', '%-5d|', '%05d', '%+d', '% d', '%.3d', '%8.3f', '%-8.2f|', '%+.1e', '%08.2f', '%.0f', '%.3g', '%#g', '%#x', '%# x', '% x',
  '%10s', '%-10s|', '%.2s', '%5.1s', '%05s', '%+q', '%#q', '%#U', '%5t', '%6v', '%-6v|', '%06v', '%+.3v', '%#o', '%#b', '%z', '%!',
  '%', '%%', '%5%', '%[1]d', '%[2]v', '%[3]*.[2]*[1]f', '%*d', '%.*f', '%-*d|', '%[1]v %[1]T', '%[9]d', '%[x]d', '%.[2]f', '%w',
]; // biome-ignore format: a list

const INTS = ['0', '1', '-7', '42', '0x1F', "'a'", '1_000', '0b101', '017'];
const FLOATS = ['1.5', '3.0', '1e6', '.25', '1e21', '-0.0', '$.number'];
const TEXTS = ['""', '"a"', '"x y"', '`raw \\n`', '"\\u00e9\\n"', '"b"', '"\\x41"', '$.text'];

/** Makes templates by the grammar of the language, some of them then damaged. */
class Maker {
  readonly #random: () => number;
  #variables: string[] = [];
  #ranges = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  case(): TemplateCase {
    this.#variables = [];
    this.#ranges = 0;
    const define = this.#chance(0.15) ? `{{define "part"}}${this.#isolated()}{{end}}` : '';
    const text = define + this.#body(this.#below(4));
    return { text: this.#chance(0.12) ? this.#damaged(text) : text, env: this.#environment() };
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  #environment(): Record<string, unknown> {
    const value = (depth: number): unknown => {
      const choice = this.#below(depth > 0 ? 8 : 5);
      if (choice < 2) return this.#one(WORDS);
      if (choice === 2) return this.#one(NUMBERS);
      if (choice === 3) return this.#chance(0.5);
      if (choice === 4) return null;
      if (choice === 5) return this.#map(() => value(depth - 1));
      return Array.from({ length: this.#below(4) }, () => value(depth - 1));
    };
    const map = this.#map(() => value(2));
    return {
      text: this.#one(WORDS), number: this.#one(NUMBERS), flag: this.#chance(0.5), none: null, empty: [],
      list: Array.from({ length: this.#below(4) }, () => value(1)), map, items: [{ name: 'x', load: 0.5 }, { name: 'y', load: 2.5 }],
    }; // biome-ignore format: a list
  }

  #map(value: () => unknown): Record<string, unknown> {
    return Object.fromEntries(
      ['a', 'b', 'c', 'D', 'é'].filter((key) => key !== 'é' || this.#chance(0.6)).map((key) => [key, value()]),
    );
  }

  #body(depth: number): string {
    const before = this.#variables.length;
    const parts = Array.from({ length: 1 + this.#below(3) }, () => this.#node(depth));
    this.#variables.length = before;
    return parts.join('');
  }

  /** The body of a template of its own. */
  #isolated(): string {
    const [variables, ranges] = [this.#variables, this.#ranges];
    this.#variables = [];
    this.#ranges = 0;
    const body = this.#body(1);
    this.#variables = variables;
    this.#ranges = ranges;
    return body;
  }

  #action(inner: string): string {
    const left = this.#chance(0.15) ? '{{- ' : this.#one(['{{', '{{ ']);
    const right = this.#chance(0.15) ? ' -}}' : this.#one(['}}', ' }}']);
    return left + inner + right;
  }

  #node(depth: number): string {
    const choice = this.#below(depth > 0 ? 20 : 9);
    if (choice < 3) return this.#one(['x', ' ', '\n', ' text ', '-', '\n\t', '} {', 'é']);
    if (choice < 7) return this.#action(this.#pipe(2));
    if (choice === 7) return this.#declaration();
    if (choice === 8)
      return this.#ranges > 0 && this.#chance(0.3)
        ? this.#action(this.#one(['break', 'continue']))
        : this.#action('/* note */')
            .replace(/\{\{ (?!-)/, '{{')
            .replace(/ \}\}/, '}}');
    if (choice < 12) return this.#branch('if', depth);
    if (choice < 14) return this.#branch('with', depth);
    if (choice < 18) return this.#range(depth);
    if (choice === 18) return this.#action(`template "part" ${this.#operand(1)}`);
    return `${this.#action(`block "own${this.#below(1000)}" ${this.#pipe(1)}`)}${this.#isolated()}${this.#action('end')}`;
  }

  #declaration(): string {
    if (this.#variables.length > 0 && this.#chance(0.4))
      return this.#action(`$${this.#one(this.#variables)} = ${this.#pipe(1)}`);
    const name = this.#one(['x', 'y', 'z']);
    const action = this.#action(`$${name} := ${this.#pipe(1)}`);
    this.#variables.push(name);
    return action;
  }

  #branch(kind: 'if' | 'with', depth: number): string {
    const body = `${this.#action(`${kind} ${this.#pipe(2)}`)}${this.#body(depth - 1)}`;
    const more = this.#chance(0.25) ? `${this.#action(`else ${kind} ${this.#pipe(1)}`)}${this.#body(depth - 1)}` : '';
    const otherwise = this.#chance(0.4) ? `${this.#action('else')}${this.#body(depth - 1)}` : '';
    return body + more + otherwise + this.#action('end');
  }

  #range(depth: number): string {
    const over = this.#one([
      '$.list',
      '$.map',
      '$.items',
      '3',
      '.empty',
      '$.list',
      '.map',
      this.#operand(1),
      this.#pipe(1),
    ]);
    const names = this.#one([[], [], ['e'], ['i', 'e']]);
    const declared = names.length === 0 ? '' : `${names.map((name) => `$${name}`).join(', ')} := `;
    const before = this.#variables.length;
    this.#variables.push(...names);
    this.#ranges++;
    const body = this.#body(depth - 1);
    this.#ranges--;
    this.#variables.length = before;
    const otherwise = this.#chance(0.3) ? `${this.#action('else')}${this.#body(depth - 1)}` : '';
    return `${this.#action(`range ${declared}${over}`)}${body}${otherwise}${this.#action('end')}`;
  }

  #pipe(depth: number): string {
    let pipe = this.#chance(0.5) ? this.#operand(depth) : this.#call(depth);
    while (this.#chance(0.25)) pipe += ` | ${this.#stage(depth)}`;
    return pipe;
  }

  #stage(depth: number): string {
    const format = JSON.stringify(this.#one(FORMATS));
    return this.#one([
      'len',
      'print',
      'html',
      'js',
      'urlquery',
      'not',
      'println',
      `printf ${format}`,
      `eq ${this.#operand(depth)}`,
      `index ${this.#operand(depth)}`,
      `or ${this.#operand(depth)}`,
    ]);
  }

  #call(depth: number): string {
    const some = (least: number, most: number) =>
      Array.from({ length: least + this.#below(most - least + 1) }, () => this.#operand(depth - 1)).join(' ');
    switch (this.#below(9)) {
      case 0:
        return `${this.#one(['and', 'or'])} ${some(1, 3)}`;
      case 1:
        return `${this.#one(['not', 'len', 'html', 'js', 'urlquery'])} ${some(1, 1)}`;
      case 2:
        return `index ${this.#one(['$.list', '$.map', '$.items', '$.text', '$.map', '$.map'])} ${this.#one(['0', '1', '"a"', '"b"', '0', this.#operand(0)])}`;
      case 3:
        return `slice ${this.#one(['$.list', '"abcdef"', '$.items'])} ${this.#below(3)}${this.#chance(0.5) ? ` ${this.#below(5)}` : ''}`;
      case 4:
        return `${this.#one(['print', 'println'])} ${some(0, 3)}`;
      case 5:
        return `eq ${this.#comparable(2 + this.#below(3))}`;
      case 6:
        return `${this.#one(['ne', 'lt', 'le', 'gt', 'ge'])} ${this.#comparable(2)}`;
      default:
        return `printf ${JSON.stringify(Array.from({ length: 1 + this.#below(3) }, () => this.#one(FORMATS)).join(this.#one([' ', '', '|'])))} ${some(0, 3)}`;
    }
  }

  /** Values of one type, mostly. */
  #comparable(count: number): string {
    const values = this.#one([INTS, FLOATS, TEXTS]);
    return Array.from({ length: count }, () => (this.#chance(0.1) ? this.#operand(0) : this.#one(values))).join(' ');
  }

  #operand(depth: number): string {
    const choice = this.#below(depth > 0 ? 15 : 13);
    if (choice < 2) return this.#one(this.#chance(0.5) ? INTS : FLOATS);
    if (choice < 4) return this.#one(TEXTS);
    if (choice === 4) return this.#one(['true', 'false', 'nil', '.']);
    if (choice < 7 && this.#variables.length > 0)
      return `$${this.#one(this.#variables)}${this.#one(['', '', '', '', '', '', '', '.a', '.name'])}`;
    const root = this.#one(['$.', '$.', '$.', '$.', '$.', '.']);
    if (choice < 10) return root + this.#one(['text', 'number', 'flag', 'none', 'list', 'map', 'empty', 'items']);
    if (choice < 13) return `${root}map.${this.#one(['a', 'b', 'c', 'D', 'D', 'a.b'])}`;
    return `(${this.#pipe(depth - 1)})${this.#chance(0.05) ? '.a' : ''}`;
  }

  /** One character less, more or elsewhere. */
  #damaged(text: string): string {
    const at = this.#below(text.length);
    const noise = this.#one([
      '',
      '',
      '{{',
      '}}',
      '|',
      '"',
      '.',
      '$',
      '(',
      ')',
      ' ',
      '-',
      ',',
      ':=',
      '=',
      'end',
      '1',
      'é',
      '/*',
    ]);
    return text.slice(0, at) + noise + text.slice(at + (this.#chance(0.5) ? 1 : 0));
  }
}

/** As many cases as asked for; fewer of them are the first ones of more. */
export function templateCases(count: number, seed: number): TemplateCase[] {
  const maker = new Maker(randomNumbers(seed));
  return Array.from({ length: count }, () => maker.case());
}
