import type { Features, RoomScreens } from './screen.ts';

/** Where no room switches features off. */
const ALL_ON: Features = { areKnown: true, isEnabled: () => true };

/**
 * What all rooms add to the console, as one.
 * @throws Error if two rooms take the same address, or both add what there can be only one of.
 */
export function mergeScreens(rooms: readonly RoomScreens[]) {
  const main = rooms.flatMap((room) => room.main ?? []).toSorted((one, other) => one.order - other.order);
  const settings = rooms.flatMap((room) => room.settings ?? []);
  const pages = rooms.flatMap((room) => room.pages ?? []);
  const redirects = rooms.flatMap((room) => room.redirects ?? []);
  refuseTwice([...main, ...settings, ...pages, ...redirects].map(({ path }) => path));
  return {
    main,
    settings,
    pages,
    redirects,
    account: rooms.flatMap((room) => room.account ?? []),
    listMenus: rooms.flatMap((room) => room.listMenus ?? []),
    resourceTabs: rooms.flatMap((room) => room.resourceTabs ?? []),
    endSession: onlyOne(
      'endSession',
      rooms.flatMap((room) => room.endSession ?? []),
    ),
    useFeatures:
      onlyOne(
        'useFeatures',
        rooms.flatMap((room) => room.useFeatures ?? []),
      ) ?? (() => ALL_ON),
  };
}

function refuseTwice(paths: readonly string[]): void {
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined)
    throw new Error(`Two screens take the address ${twice}. Change one of them in its screens.ts.`);
}

function onlyOne<Part>(name: string, parts: readonly Part[]): Part | undefined {
  if (parts.length > 1) throw new Error(`More than one room declares ${name} in its screens.ts. Keep one of them.`);
  return parts[0];
}
