import { verdict } from './support/gate.ts';
import { listFiles } from './support/files.ts';
import { readRooms, roomsFile } from './support/rooms.ts';

export const name = 'rooms';

/** Folders in which every folder is a room, and the ones beside the rooms that each floor has of its own. */
const floors: Readonly<Record<string, readonly string[]>> = {
  'contract/src': ['rooms', 'errors', 'kinds'],
  'server/src': ['main', 'platform'],
  'console/src': ['app'],
  docs: ['decisions', 'pictures'],
};

const groundsWithoutNouns = ['libraries', 'server/src/platform'];

/** Folders of these grounds after which a room is named, and not the other way round. */
const namesakes = ['libraries/expressions'];

/** On every floor a room has exactly the name of its folder in the contract. */
export async function run(root: string) {
  const rooms = await readRooms(root);
  const files = await listFiles(root);
  if (rooms.length === 0) return verdict([`${roomsFile}: no "ROOMS = ['…'] as const" found. Run: npm run generate`]);
  const known = `A room is one of ${rooms.join(', ')} (${roomsFile}).`;
  const problems: string[] = [];
  for (const [floor, others] of Object.entries(floors)) {
    for (const folder of foldersIn(files, floor)) {
      if (rooms.includes(folder) || others.includes(folder)) continue;
      problems.push(
        `${floor}/${folder}: no room. Move it into the room it belongs to, or into ${listOr(others)}. ${known}`,
      );
    }
  }
  for (const file of files) {
    const [, folder, sql = ''] = /^database\/(api|schema)\/([^/]+)$/.exec(file) ?? [];
    const isGround = folder === 'schema' && sql === 'platform.sql';
    if (folder !== undefined && !isGround && !rooms.includes(sql.replace(/\.sql$/, ''))) {
      problems.push(`${file}: name it after a room, database/${folder}/<room>.sql. ${known}`);
    }
    const ground = [...namesakes, ...groundsWithoutNouns].find((folder) => file.startsWith(`${folder}/`));
    const noun =
      ground &&
      file
        .slice(ground.length)
        .split('/')
        .slice(0, -1)
        .find((part) => rooms.includes(part));
    if (noun !== undefined) {
      problems.push(
        `${file}: ${ground} contains nothing of a room. Move it to server/src/${noun}, or name the folder for the machinery.`,
      );
    }
  }
  for (const room of foldersIn(files, 'console/src')) {
    const guide = `docs/${room}/guide.md`;
    if (files.includes(`console/src/${room}/screens.ts`) && rooms.includes(room) && !files.includes(guide))
      problems.push(`${guide}: missing. Say there what people find on the screens of the room.`);
  }
  return verdict([...problems, ...judgeMigrations(files, rooms)]);
}

function judgeMigrations(files: readonly string[], rooms: readonly string[]): string[] {
  const problems: string[] = [];
  let last = 0;
  for (const file of files.filter((path) => path.startsWith('database/migrations/'))) {
    const [, digits, room] = /^database\/migrations\/(\d{4})_([a-z]+)_[a-z0-9_]+\.sql$/.exec(file) ?? [];
    if (digits === undefined || room === undefined) {
      problems.push(`${file}: name it NNNN_<room>_<what>.sql, in small letters, digits and underscores.`);
      continue;
    }
    const number = Number(digits);
    if (number === last) problems.push(`${file}: number ${digits} is taken. Run: npm run migrations -- renumber`);
    else if (number !== last + 1)
      problems.push(`${file}: number ${last + 1} is missing before it. Number migrations without gaps.`);
    if (room !== 'platform' && !rooms.includes(room)) {
      problems.push(`${file}: the word after the number is a room or "platform", and ${room} is neither.`);
    }
    last = number;
  }
  return problems;
}

function foldersIn(files: readonly string[], parent: string): Set<string> {
  const inside = files.filter((file) => file.startsWith(`${parent}/`)).map((file) => file.slice(parent.length + 1));
  return new Set(inside.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/'))));
}

function listOr(names: readonly string[]): string {
  return names.join(' or ');
}
