import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type Address, parseAddress, writeAddress } from './address.ts';
import { CrashScreen, NotFoundScreen } from './ErrorScreens.tsx';
import { Shell } from './Shell.tsx';

const readSearch = (search: Record<string, unknown>): Address =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

/** All routes. Pages load on demand; the shell stands around those that need a person. */
export function createConsoleRouter() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen, errorComponent: CrashScreen });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/health', replace: true });
    },
  });
  const health = createRoute({
    getParentRoute: () => shell,
    path: '/health',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('../health/index.ts'), 'HealthPage'),
    errorComponent: CrashScreen,
  });
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('../identity/index.ts'), 'LoginPage'),
    errorComponent: CrashScreen,
  });
  const setup = createRoute({
    getParentRoute: () => root,
    path: '/setup/$token',
    component: lazyRouteComponent(() => import('../identity/index.ts'), 'SetupPage'),
    errorComponent: CrashScreen,
  });
  return createRouter({
    routeTree: root.addChildren([home, shell.addChildren([health]), login, setup]),
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: NotFoundScreen,
  });
}
