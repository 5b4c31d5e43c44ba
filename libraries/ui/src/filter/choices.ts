/** Whether a value is wanted (1) or unwanted (-1). */
export type Choice = 1 | -1;
/** Value → choice; a value that is not filtered is absent. */
export type Choices = Readonly<Record<string, Choice>>;

/** What the address says where choices were taken away from a filter that begins with some. */
const NO_CHOICE = 'all';

/**
 * Reads `SUCCESS:-1,FAILED:1`. A value alone counts as wanted and `all` as no choice; what is not understood is left out.
 */
export function readChoices(text: string): Choices {
  if (text === NO_CHOICE) return {};
  const choices: Record<string, Choice> = {};
  for (const item of text.split(',')) {
    const { value = '', sign = '1' } = /^(?<value>[^:]+)(?::(?<sign>-?1))?$/.exec(item.trim())?.groups ?? {};
    if (value !== '') choices[decoded(value)] = sign === '1' ? 1 : -1;
  }
  return choices;
}

/** `value:1` and `value:-1`, joined by commas; inside a value `:` is `____` and `,` is `||||`. */
export function writeChoices(choices: Choices): string {
  const items = Object.entries(choices).map(([value, choice]) => `${encoded(value)}:${choice}`);
  return items.length === 0 ? NO_CHOICE : items.join(',');
}

const decoded = (value: string) => value.replaceAll('____', ':').replaceAll('||||', ',');
const encoded = (value: string) => value.replaceAll(':', '____').replaceAll(',', '||||');

/** Whether both choose the same, in whatever order. */
export function areSameChoices(one: Choices, other: Choices): boolean {
  const values = Object.keys(one);
  return values.length === Object.keys(other).length && values.every((value) => one[value] === other[value]);
}

/** A press goes from off to wanted to unwanted and off again. */
export function nextChoice(choice: Choice | undefined): Choice | undefined {
  if (choice === undefined) return 1;
  return choice === 1 ? -1 : undefined;
}

/** The same choices but for one value. */
export function withChoice(choices: Choices, value: string, choice: Choice | undefined): Choices {
  const { [value]: _, ...others } = choices;
  return choice === undefined ? others : { ...others, [value]: choice };
}

/** Query parameters of the data API, `status.filter=a,!b`. A value that would be taken apart there is quoted in a list instead. */
export function filterParameters(column: string, choices: Choices): readonly (readonly [string, string])[] {
  const values = Object.entries(choices);
  if (values.length === 0) return [];
  if (values.every(([value]) => isPlain(value)))
    return [[`${column}.filter`, values.map(([value, choice]) => (choice === 1 ? value : `!${value}`)).join(',')]];
  const listed = (wanted: Choice) => values.filter(([, choice]) => choice === wanted).map(([value]) => quoted(value));
  const [included, excluded] = [listed(1), listed(-1)];
  return [
    ...(included.length > 0 ? [[column, `in.(${included.join(',')})`] as const] : []),
    ...(excluded.length > 0 ? [[column, `not.in.(${excluded.join(',')})`] as const] : []),
  ];
}

function isPlain(value: string): boolean {
  return !/^[!*]|\*$|,/.test(value);
}

/** Between double quotes, as the lists of the data API want text with commas or brackets. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
