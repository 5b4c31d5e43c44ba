import { watch } from 'node:fs';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Editors write a file in several steps; a third of a second after the last one it is whole. */
const SETTLE = 300;
/** Mounted volumes and some file systems report nothing: the folder is read again at this pace anyway. */
const RESCAN = 60_000;

/** Calls after files of the folder changed, and now and then without a report. @returns the call that ends it. */
export function watchFolder(folder: string, clock: Clock, log: Logger, changed: () => void): () => void {
  let cancelSettle = () => {};
  let cancelRescan = () => {};
  const settle = () => {
    cancelSettle();
    cancelSettle = clock.after(SETTLE, changed);
  };
  const rescan = () => {
    cancelRescan = clock.after(RESCAN, () => {
      changed();
      rescan();
    });
  };
  rescan();
  let watcher: ReturnType<typeof watch> | undefined;
  try {
    watcher = watch(folder, { recursive: true }, settle);
    watcher.on('error', (error) =>
      log.warn({ err: error }, 'the documents folder is read once a minute; watching it failed'),
    );
  } catch (error) {
    log.warn({ err: error }, 'the documents folder is read once a minute; watching it failed');
  }
  return () => {
    watcher?.close();
    cancelSettle();
    cancelRescan();
  };
}
