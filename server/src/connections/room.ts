import { defineRoom } from '../platform/rooms/room.ts';
import { connectionDocuments } from './documents/connection-documents.ts';
import { findConnections } from './find.ts';
import { registerConnections } from './routes/register.ts';
import { connectionWords } from './words.ts';
import { completeWrites, sealSent } from './write-hook.ts';

/** Addresses of other systems with their credentials. */
export const room = defineRoom({
  open(context) {
    const { database, secrets } = context;
    return {
      connections: findConnections(database.timed, secrets),
      tables: {
        adapters: [sealSent(secrets)],
        hooks: { connections: completeWrites(secrets) },
        words: connectionWords,
      },
      documents: [connectionDocuments(secrets)],
      routes: (app) => registerConnections(app, context),
    };
  },
});
