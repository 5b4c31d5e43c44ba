import {
  EXPRESSION_LANGUAGES,
  EXPRESSION_PLACES,
  type ExpressionLanguage,
  type ExpressionPlace,
} from '@watchroom/contract/expressions';
import type { Address } from '../app/address.ts';

/** What the address says; what was typed never stands in it. */
export interface Choice {
  readonly language: ExpressionLanguage;
  readonly place: ExpressionPlace;
}

export const LANGUAGE_TITLES: Readonly<Record<ExpressionLanguage, string>> = {
  cel: 'CEL',
  template: 'Go template',
  javascript: 'JavaScript',
  jsonpath: 'JSONPath',
};

const [FIRST_PLACE] = EXPRESSION_PLACES as readonly [ExpressionPlace];

/** Unknown names count as none. */
export function readChoice(address: Address): Choice {
  return {
    language: EXPRESSION_LANGUAGES.find((each) => each === address['language']) ?? 'cel',
    place: EXPRESSION_PLACES.find(({ id }) => id === address['place']) ?? FIRST_PLACE,
  };
}

export function writeChoice({ language, place }: Choice): Address {
  return {
    ...(language !== 'cel' && { language }),
    ...(place !== FIRST_PLACE && { place: place.id }),
  };
}
