import type { ExpressionPlace } from './place.ts';
import { checkPlaces } from './places/checks.ts';
import { responsePlaces } from './places/response.ts';
import { scraperPlaces } from './places/scrapers.ts';
import { topologyPlaces } from './places/topology.ts';

/** Every place of documents that holds expressions, as people choose among them. */
export const EXPRESSION_PLACES: readonly ExpressionPlace[] = [
  ...checkPlaces,
  ...responsePlaces,
  ...topologyPlaces,
  ...scraperPlaces,
];
