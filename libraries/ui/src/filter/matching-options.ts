interface Option {
  readonly value: string;
}

/**
 * The options of a field in which anything may be typed. All stand while one of them is chosen; else those that begin with
 * the text. A text of one's own leaves none, so that the list does not cover what is said under the field.
 */
export function matchingOptions<Offered extends object>(options: Offered[], text: string): Offered[] {
  const wanted = text.trim().toLowerCase();
  const valueOf = (option: Offered) => ('value' in option ? (option as Option).value.toLowerCase() : '');
  if (options.some((option) => valueOf(option) === wanted)) return options;
  return options.filter((option) => valueOf(option).startsWith(wanted));
}
