// Each page is a file of its own.
export const loadProfilePage = () => import('./pages/ProfilePage.tsx').then((file) => file.ProfilePage);
export const loadSetupPage = () => import('./pages/SetupPage.tsx').then((file) => file.SetupPage);
