export { restoreSecrets, specWithoutSecrets } from './canaries/secrets.ts';
