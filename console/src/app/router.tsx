import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { loadProfilePage, loadSetupPage } from '../identity/index.ts';
import { type Address, parseAddress, writeAddress } from './address.ts';
import { CrashPage, CrashScreen, NotFoundPage } from './ErrorScreens.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import type { Screen } from './screen.ts';
import { MAIN_SCREENS, SETTINGS_SCREENS } from './screens.ts';
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
  const settings = createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/event-queue-status', replace: true });
    },
  });
  const screens = [...MAIN_SCREENS, ...SETTINGS_SCREENS].flatMap(({ path, load, loadItem }) => {
    const routeAt = (address: string, page: Screen['load']) =>
      createRoute({
        getParentRoute: () => shell,
        path: address,
        validateSearch: readSearch,
        component: lazyRouteComponent(async () => ({ default: await page() })),
        errorComponent: CrashPage,
      });
    return loadItem ? [routeAt(path, load), routeAt(`${path}/$id`, loadItem)] : [routeAt(path, load)];
  });
  const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });
  const profile = createRoute({
    getParentRoute: () => shell,
    path: '/profile-settings',
    validateSearch: readSearch,
    component: lazyRouteComponent(async () => ({ default: await loadProfilePage() })),
    errorComponent: CrashPage,
  });
  const setup = createRoute({
    getParentRoute: () => root,
    path: '/setup',
    component: lazyRouteComponent(async () => ({ default: await loadSetupPage() })),
    errorComponent: CrashScreen,
  });
  return createRouter({
    routeTree: root.addChildren([settings, shell.addChildren([home, ...screens, profile, unknown]), setup]),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  });
}
