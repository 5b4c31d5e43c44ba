import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type Address, parseAddress, writeAddress } from './address.ts';
import { CrashPage, CrashScreen, NotFoundPage } from './ErrorScreens.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import { RoomPartsContext } from './room-parts.ts';
import type { Screen } from './screen.ts';
import { loadRoomParts, MAIN_SCREENS, PAGES, REDIRECTS, SETTINGS_SCREENS } from './screens.ts';
import { Shell } from './Shell.tsx';

const readSearch = (search: Record<string, unknown>): Address =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

/**
 * All routes of the shell. Pages load on demand. The pages before it, where people sign in, are a visit of their own
 * (public/pages.json): leave for them with {@link leaveTo}.
 */
export function createConsoleRouter() {
  const root = createRootRoute({ component: Outlet, errorComponent: CrashScreen });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const home = createRoute({
    getParentRoute: () => shell,
    path: '/',
    // Most people end there; it loads while their rights do.
    beforeLoad: () => void MAIN_SCREENS[0]?.load(),
    component: HomeScreen,
    errorComponent: CrashPage,
  });
  const redirects = REDIRECTS.map(({ path, to }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ href: to, replace: true });
      },
    }),
  );
  const screens = [...MAIN_SCREENS, ...SETTINGS_SCREENS].flatMap(({ path, load, loadItem }) => {
    const routeAt = (address: string, page: Screen['load']) =>
      createRoute({
        getParentRoute: () => shell,
        path: address,
        validateSearch: readSearch,
        component: lazyRouteComponent(() => withRoomParts(page)),
        errorComponent: CrashPage,
      });
    return loadItem ? [routeAt(path, load), routeAt(`${path}/$id`, loadItem)] : [routeAt(path, load)];
  });
  const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });
  const framed = PAGES.filter(({ isBare }) => !isBare).map(({ path, load }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      validateSearch: readSearch,
      component: lazyRouteComponent(() => withRoomParts(load)),
      errorComponent: CrashPage,
    }),
  );
  const bare = PAGES.filter(({ isBare }) => isBare).map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(async () => ({ default: await load() })),
      errorComponent: CrashScreen,
    }),
  );
  return createRouter({
    routeTree: root.addChildren([...redirects, shell.addChildren([home, ...screens, ...framed, unknown]), ...bare]),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  });
}

/** A page with what the rooms add to its lists; both load at once. */
async function withRoomParts(load: Screen['load']) {
  const [Page, parts] = await Promise.all([load(), loadRoomParts()]);
  return {
    default: () => (
      <RoomPartsContext value={parts}>
        <Page />
      </RoomPartsContext>
    ),
  };
}
