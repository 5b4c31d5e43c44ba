import { execFile } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToken } from '@watchroom/contract/identity';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, type Program, startNpm, startProgram, temporaryFolder } from '../kit/program.ts';
import { sessionOf } from '../kit/session.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const folder = temporaryFolder();
const environment = { ...process.env, WATCHROOM_DATA: join(folder, 'data'), WATCHROOM_LOG_LEVEL: 'warn' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As a shell runs it in the project's folder; files that it writes go to the folder of the test. */
async function shell(command: string): Promise<string> {
  const tried = command.replace(/\b(watchroom\.gz|new-folder|variables\.yaml|expressions\.json)\b/g, (name) =>
    join(folder, name),
  );
  const { stdout, stderr } = await run('sh', ['-c', tried], { cwd: ROOT, env: environment });
  return stdout + stderr;
}

/** One program for all commands that call one. */
let program: Program | undefined;
afterAll(async () => program?.[Symbol.asyncDispose]());

/** As its administrator, by his password or by a token that he made. */
async function curl(command: string): Promise<string> {
  program ??= await startProgram();
  const token = command.includes('wr_your-token') ? await makeToken(program.url) : '';
  return await shell(
    command
      .replace('ann@example.com:the password', `${ADMIN.email}:${ADMIN.password}`)
      .replace('wr_your-token', token)
      .replace('http://127.0.0.1:8080', program.url)
      .replace('curl ', 'curl --silent '),
  );
}

async function makeToken(url: string): Promise<string> {
  const answer = await fetch(url + createToken.path, {
    method: createToken.method,
    headers: { 'content-type': 'application/json', cookie: await sessionOf(url) },
    body: JSON.stringify({ name: crypto.randomUUID(), scope: 'admin', days: 1 }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const BY_TOKEN = "curl --header 'Authorization: Bearer wr_your-token'";
const WHO_AM_I_BY_TOKEN = `${BY_TOKEN} http://127.0.0.1:8080/api/auth/whoami`;
const READ_OUTBOX = `${BY_TOKEN} 'http://127.0.0.1:8080/api/v1/identity/mails?limit=20'`;
const EVALUATE_WITH_VARIABLES =
  "npx watchroom eval --language cel --env variables.yaml 'results.code == 200 && has(results.json.status)'";
const EVALUATE_SCRIPT =
  "npx watchroom eval --language javascript '[3, 1, 2].sort().map(function (x) { return x * 2 })'";
const RENDER_TEMPLATE =
  "npx watchroom eval --language template --env variables.yaml '{{ range .hosts }}{{ .name }} {{ end }}'";
const AS_ANN = "curl --user 'ann@example.com:the password'";
const WHO_AM_I = `${AS_ANN} http://127.0.0.1:8080/api/auth/whoami`;
const READ_ROWS = `${AS_ANN} 'http://127.0.0.1:8080/api/db/checks?status=eq.unhealthy&select=name,type,canaries(name,namespace)&order=name'`;
const COUNT_ROWS = `${AS_ANN} --header 'Prefer: count=exact' --include 'http://127.0.0.1:8080/api/db/job_histories?status=neq.SUCCESS&order=created_at.desc&limit=50'`;
const CANARY =
  '{"name":"website","namespace":"default","spec":{"schedule":"@every 30s","http":[{"name":"front page","url":"https://example.com"}]}}';
const WRITE_ROW = `${AS_ANN} --header 'Content-Type: application/json' --header 'Prefer: return=representation' --data '${CANARY}' http://127.0.0.1:8080/api/db/canaries`;

/** Every command of the documents, and how it is tried. */
const TRIED: Readonly<Record<string, () => Promise<void>>> = {
  'npm start': async () => {
    await using program = await startNpm(['start'], { WATCHROOM_DATA: join(folder, 'data') });
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  },
  'npm start -- --help': async () => {
    expect(await shell('npm start -- --help')).toContain('WATCHROOM_DOCUMENTS');
  },
  'npm test': async () => {
    // It is what runs this test; to run it in itself would never end.
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['test']).toBe('node tools/verify.ts');
  },
  'node tools/verify.ts --only rooms,lock': async () => {
    expect(await shell('node tools/verify.ts --only rooms,lock')).toContain('rooms');
  },
  'npx vitest run contract': async () => {
    expect(await shell('npx vitest run contract --outputFile.json=/dev/null')).toMatch(/passed/);
  },
  'npx watchroom migrate': async () => {
    expect(await shell('npx watchroom migrate')).toMatch(/Migrated|up to date/);
  },
  'npx watchroom export watchroom.gz': async () => {
    await shell('npx watchroom migrate');
    expect(await shell('npx watchroom export watchroom.gz')).toMatch(/Exported \d+ rows/);
  },
  'npx watchroom import watchroom.gz --data new-folder': async () => {
    await shell('npx watchroom migrate && npx watchroom export watchroom.gz');
    expect(await shell('npx watchroom import watchroom.gz --data new-folder')).toMatch(/Imported \d+ rows/);
  },
  'npx watchroom export - --data data | DATABASE_URL=postgres://… WATCHROOM_KEY="$(cat data/key)" npx watchroom import -':
    async () => {
      // The stream into a database of one's own is tried in transfer.test.ts; here into a second folder.
      const key = '$(cat "$WATCHROOM_DATA/key")';
      const target = join(folder, 'piped');
      await shell('npx watchroom migrate');
      const piped = `npx watchroom export - | WATCHROOM_KEY="${key}" npx watchroom import - --data ${target}`;
      expect(await shell(piped)).toMatch(/Imported \d+ rows/);
    },
  [`npx watchroom eval --language cel '[3, 1, 2].sort().map(x, x * 2)'`]: async () => {
    expect(await shell(`npx watchroom eval --language cel '[3, 1, 2].sort().map(x, x * 2)'`)).toContain('[2,4,6]');
  },
  [RENDER_TEMPLATE]: async () => {
    writeFileSync(join(folder, 'variables.yaml'), 'hosts: [{name: web}, {name: database}]');
    expect(await shell(RENDER_TEMPLATE)).toContain('web database');
  },
  [EVALUATE_WITH_VARIABLES]: async () => {
    writeFileSync(join(folder, 'variables.yaml'), 'results: {code: 200, json: {status: up}}');
    expect(await shell(EVALUATE_WITH_VARIABLES)).toContain('true');
  },
  [EVALUATE_SCRIPT]: async () => {
    expect(await shell(EVALUATE_SCRIPT)).toContain('[2,4,6]');
  },
  'npx watchroom eval --batch expressions.json': async () => {
    writeFileSync(join(folder, 'expressions.json'), '[{"language": "cel", "text": "1 + 1", "env": {}}]');
    expect(await shell('npx watchroom eval --batch expressions.json')).toContain('"value":2');
  },
  [WHO_AM_I]: async () => {
    expect(JSON.parse(await curl(WHO_AM_I))).toMatchObject({ payload: { user: { email: ADMIN.email } } });
  },
  [WHO_AM_I_BY_TOKEN]: async () => {
    expect(JSON.parse(await curl(WHO_AM_I_BY_TOKEN))).toMatchObject({ payload: { user: { email: ADMIN.email } } });
  },
  [READ_OUTBOX]: async () => {
    expect(JSON.parse(await curl(READ_OUTBOX))).toMatchObject({ sendsMail: false });
  },
  [READ_ROWS]: async () => {
    expect(await curl(READ_ROWS)).toBe('[]');
  },
  [COUNT_ROWS]: async () => {
    expect(await curl(COUNT_ROWS)).toMatch(/content-range: (\*|0-\d+)\/\d+/);
  },
  [WRITE_ROW]: async () => {
    expect(JSON.parse(await curl(WRITE_ROW))).toMatchObject([{ name: 'website', namespace: 'default', source: null }]);
  },
};

function commandsOfDocuments(): string[] {
  const files = globSync(['*.md', 'docs/**/*.md', 'libraries/*/README.md'], { cwd: ROOT });
  const commands = files.flatMap((file) => {
    const blocks = readFileSync(join(ROOT, file), 'utf8').matchAll(/^```sh\n(.*?)^```/gms);
    return [...blocks].flatMap(([, block = '']) => block.split('\n').filter((line) => line.trim() !== ''));
  });
  return [...new Set(commands)];
}

describe('a command of the documents', () => {
  it('is named here, and nothing else is', () => {
    expect(commandsOfDocuments().sort()).toEqual(Object.keys(TRIED).sort());
  });

  it.each(Object.keys(TRIED))('works: %s', async (command) => {
    await TRIED[command]?.();
  });
});
