import type { Exposed } from './exposed.ts';

/**
 * What all rooms expose, as one.
 * @throws Error if two rooms name the same table, or two the same function.
 */
export function mergeExposed(rooms: Readonly<Record<string, Exposed>>): Required<Exposed> {
  const owners = new Map<string, string>();
  const claim = (room: string, what: string) => {
    const owner = owners.get(what);
    if (owner !== undefined)
      throw new Error(
        `${what} is exposed twice, in contract/src/${owner}/exposed.ts and contract/src/${room}/exposed.ts. Name it in one of them.`,
      );
    owners.set(what, room);
  };
  const all = Object.entries(rooms);
  for (const [room, { tables = {}, heard = {}, functions = [], audited = {} }] of all) {
    for (const table of [...Object.keys(tables), ...Object.keys(heard)]) claim(room, `The table ${table}`);
    for (const table of Object.keys(audited)) claim(room, `The audited table ${table}`);
    for (const { signature } of functions) claim(room, `The function ${signature}`);
  }
  return {
    tables: Object.assign({}, ...all.map(([, { tables }]) => tables)) as Required<Exposed>['tables'],
    heard: Object.assign({}, ...all.map(([, { heard }]) => heard)) as Required<Exposed>['heard'],
    audited: Object.assign({}, ...all.map(([, { audited }]) => audited)) as Required<Exposed>['audited'],
    functions: all.flatMap(([, { functions = [] }]) => functions),
  };
}
