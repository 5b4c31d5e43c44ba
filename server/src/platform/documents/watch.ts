import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

/** Editors write a file in several steps; a third of a second after the last one it is whole. */
const SETTLE = 300;
/** Mounted volumes and some file systems report nothing: the folder is read again at this pace anyway. */
const RESCAN = 60_000;
/** The system has a limit on watches for all its programs together. */
const MOST_FOLDERS = 1_000;

/**
 * Calls after files of the folder changed, and now and then without a report. Each folder has a watch of its own: Node's
 * recursive one reads a whole folder again on the main thread for every file that is added to it (Linux).
 * @returns the call that ends it.
 */
export function watchFolder(folder: string, clock: Clock, log: Logger, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let cancelSettle = () => {};
  let cancelRescan = () => {};
  let isOver = false;
  let isFollowing = false;
  let isToFollowAgain = false;

  const settle = () => {
    cancelSettle();
    cancelSettle = clock.after(SETTLE, () => {
      void follow();
      changed();
    });
  };
  const rescan = () => {
    cancelRescan = clock.after(RESCAN, () => {
      void follow();
      changed();
      rescan();
    });
  };
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the documents folder is read once a minute; watching it failed');
  const begin = (path: string) => {
    try {
      const watcher = watch(path, settle);
      watcher.on('error', failed);
      watchers.set(path, watcher);
    } catch (error) {
      failed(error);
    }
  };
  const followFolders = async () => {
    const found = await foldersBelow(folder);
    if (isOver) return;
    for (const [path, watcher] of watchers) {
      if (path === folder || found.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    const added = [...found].filter((path) => !watchers.has(path));
    for (const path of added) begin(path);
    if (!watchers.has(folder)) begin(folder);
    // What was written there before the watch began was not reported.
    if (added.length > 0) settle();
  };
  const follow = async () => {
    // A reading that is under way may have passed the place of the change already.
    isToFollowAgain = true;
    if (isFollowing) return;
    isFollowing = true;
    while (isToFollowAgain && !isOver) {
      isToFollowAgain = false;
      await followFolders();
    }
    isFollowing = false;
  };

  begin(folder);
  rescan();
  void follow();
  return () => {
    isOver = true;
    for (const watcher of watchers.values()) watcher.close();
    cancelSettle();
    cancelRescan();
  };
}

/** Folders that may hold documents; those that cannot be read hold none that could be. */
async function foldersBelow(root: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined && found.size < MOST_FOLDERS; path = waiting.pop()) {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
      const inside = join(path, entry.name);
      found.add(inside);
      waiting.push(inside);
    }
  }
  return found;
}
