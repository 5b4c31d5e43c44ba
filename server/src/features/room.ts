import { text } from '../platform/config/setting.ts';
import { announceChange } from '../platform/changes/changes.ts';
import { defineRoom } from '../platform/rooms/room.ts';
import { openLocalProperties } from './local.ts';
import { refuseLocalWrites } from './refuse-local.ts';
import { registerFeatures } from './routes.ts';

const settings = {
  properties: text(
    {
      env: 'WATCHROOM_PROPERTIES',
      flag: 'properties',
      shape: 'FILE',
      description:
        'File of properties (feature flags), one name=value per line. It is watched for changes and overrides the database.',
    },
    undefined,
  ),
};

/** Properties of the database and of a local file. */
export const room = defineRoom({
  settings,
  servedWithoutSignIn: true,
  async open({ database, clock, log }, { properties }) {
    const local = await openLocalProperties(properties, clock, log, () => {
      announceChange(database, 'properties', 'many').catch((error: unknown) =>
        log.warn({ err: error }, 'the browsers could not be told of changed properties'),
      );
    });
    return {
      tables: { hooks: { properties: refuseLocalWrites(local) } },
      routes: (app) => registerFeatures(app, database, local),
      stop: async () => local.stop(),
    };
  },
});
