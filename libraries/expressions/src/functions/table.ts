import { builtins } from '../languages/template/builtins.ts';
import { bits } from './bits.ts';
import { casing } from './casing.ts';
import { clock } from './clock.ts';
import { conversions } from './conversions.ts';
import { data } from './data.ts';
import type { FunctionGroup } from './define.ts';
import { encoding } from './encoding.ts';
import { human } from './human.ts';
import { kubernetes } from './kubernetes.ts';
import { lists } from './lists.ts';
import { maps } from './maps.ts';
import { math } from './math.ts';
import { moments } from './moments.ts';
import { optionals } from './optionals.ts';
import { paths } from './paths.ts';
import { placeData } from './place-data.ts';
import { quantities } from './quantities.ts';
import { queries } from './queries.ts';
import { random } from './random.ts';
import { regexps } from './regexps.ts';
import { strings } from './strings.ts';
import { templates } from './templates.ts';

/** Every function that is built in, as data: compilers, the reference and completion read it. */
export const functionTable: readonly FunctionGroup[] = [
  conversions,
  strings,
  casing,
  regexps,
  lists,
  maps,
  data,
  queries,
  math,
  quantities,
  kubernetes,
  bits,
  moments,
  clock,
  human,
  optionals,
  encoding,
  random,
  paths,
  builtins,
  templates,
  placeData,
];
