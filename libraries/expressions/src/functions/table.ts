import { bits } from './bits.ts';
import { conversions } from './conversions.ts';
import type { FunctionGroup } from './define.ts';
import { encoding } from './encoding.ts';
import { lists } from './lists.ts';
import { maps } from './maps.ts';
import { math } from './math.ts';
import { moments } from './moments.ts';
import { optionals } from './optionals.ts';
import { strings } from './strings.ts';

/** Every function that is built in, as data: compilers, the reference and completion read it. */
export const functionTable: readonly FunctionGroup[] = [
  conversions,
  strings,
  lists,
  maps,
  math,
  bits,
  moments,
  optionals,
  encoding,
];
