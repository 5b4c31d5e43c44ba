export { type LocalProperties, openLocalProperties } from './local.ts';
export { refuseLocalWrites } from './refuse-local.ts';
export { registerFeatures } from './routes.ts';
