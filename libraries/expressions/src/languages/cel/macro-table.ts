import { phrases } from '../phrase.ts';

/** The macros of CEL and its syntax of optional values, described. */
export const celPhrases = phrases([
  ['has', 'has(map.key)', 'Whether a map has a key.', 'has({"a": 1}.a) && !has({"a": 1}.b)', true],
  ['cel.bind', 'cel.bind(x, value, expression)', 'Gives a value a name in an expression.', 'cel.bind(x, 2 + 3, x * x)', 25],
  ['.all', 'list.all(x, condition)', 'Whether a condition holds for all elements, or all keys of a map.', '[1, 2].all(x, x > 0)', true],
  ['.all', 'list.all(i, x, condition)', 'The same with the index of each element, or key and value of a map.', '[0, 1].all(i, x, i == x)', true],
  ['.exists', 'list.exists(x, condition)', 'Whether a condition holds for any element, or any key of a map.', '[1, 2].exists(x, x > 1)', true],
  ['.exists', 'list.exists(i, x, condition)', 'The same with the index of each element, or key and value of a map.', '{"a": 1}.exists(k, v, k == "a" && v == 1)', true],
  ['.exists_one', 'list.exists_one(x, condition)', 'Whether a condition holds for exactly one element, or one key of a map.', '[1, 2].exists_one(x, x > 1)', true],
  ['.existsOne', 'list.existsOne(i, x, condition)', 'Whether a condition holds for exactly one index and element, or key and value.', '[3, 3].existsOne(i, x, x == 3)', false],
  ['.filter', 'list.filter(x, condition)', 'The elements for which a condition holds, or the keys of a map.', '[1, 2, 3].filter(x, x > 1)', [2, 3]],
  ['.map', 'list.map(x, value)', 'What becomes of each element, or of each key of a map.', '[1, 2].map(x, x * 10)', [10, 20]],
  ['.map', 'list.map(x, condition, value)', 'The same for the elements for which a condition holds.', '[1, 2].map(x, x > 1, x * 10)', [20]],
  ['.transformList', 'list.transformList(i, x, value)', 'A list of what becomes of each index and element, or key and value.', '["a"].transformList(i, x, x + string(i))', ['a0']],
  ['.transformMap', 'map.transformMap(k, v, value)', 'A map with the same keys and new values.', '{"a": 1}.transformMap(k, v, v + 1)', { a: 2 }],
  ['.transformMapEntry', 'map.transformMapEntry(k, v, map)', 'One map of the maps with one entry that become of each key and value.', '{"a": "b"}.transformMapEntry(k, v, {v: k})', { b: 'a' }],
  ['.fold', 'list.fold(x, sum, value)', 'Goes over a list with a value that each element changes; it is null at first.', '[1, 2, 3].fold(x, sum, sum + x)', 6],
  ['.fold', 'map.fold(k, v, text, value)', 'The same over the keys and values of a map.', '{"a": 1}.fold(k, v, text, text + k + string(v))', 'a1'],
  ['.sortBy', 'list.sortBy(x, value)', 'The elements in the order of what becomes of each.', '["bb", "a"].sortBy(x, x.size())', ['a', 'bb']],
  ['.optMap', 'optional.optMap(x, value)', 'An optional of what becomes of the value, if there is one.', '{"a": 1}.?a.optMap(x, x + 1).orValue(0)', 2],
  ['.optFlatMap', 'optional.optFlatMap(x, optional)', 'The optional that becomes of the value, if there is one.', '{"a": {"b": 1}}.?a.optFlatMap(x, x.?b).orValue(0)', 1],
  ['.?', 'map.?key', 'An optional of the value under a key, which may be missing.', '{"a": 1}.?b.orValue(5)', 5],
]); // biome-ignore format: a table
