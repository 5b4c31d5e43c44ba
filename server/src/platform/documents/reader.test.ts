import { afterEach, describe, expect, it } from 'vitest';
import { createDocumentReader, type DocumentReader } from './reader.ts';
import { madeUpKind } from './testing/made-up-kind.ts';

const good = (name: string) => ({
  path: `${name}.yaml`,
  content: `kind: Note\nmetadata: {name: ${name}}\nspec: {tcp: [{name: a, endpoint: "a:1"}]}\n`,
});
const slow = { path: 'slow.yaml', content: 'a: '.repeat(690_000) };

let reader: DocumentReader;
afterEach(() => reader.close());

const namesOf = async (files: Parameters<DocumentReader['parse']>[0]) =>
  (await reader.parse(files)).map(({ documents, refused }) => documents[0]?.name ?? refused[0]);

describe('a reader of documents', () => {
  it('parses files in their order, and again after a pause', async () => {
    reader = createDocumentReader([madeUpKind], { time: 60_000, memory: 512, idle: 0 });
    expect(await namesOf([])).toEqual([]);
    expect(await namesOf([good('a'), good('b'), good('c')])).toEqual(['a', 'b', 'c']);
    expect(await namesOf([good('d')])).toEqual(['d']);
  });

  it('refuses a file that takes too long, says what to do, and takes the others', async () => {
    reader = createDocumentReader([madeUpKind], { time: 2_000, memory: 512, idle: 60_000 });
    const [first, refusal, last] = await namesOf([good('a'), slow, good('b')]);
    expect([first, last]).toEqual(['a', 'b']);
    expect(refusal).toBe(
      'slow.yaml: takes longer than 2 s to read: split it into smaller files, and look for very long lines and very deep nesting',
    );
  });

  it('refuses a file that needs too much memory, and takes the others', async () => {
    reader = createDocumentReader([madeUpKind], { time: 120_000, memory: 64, idle: 60_000 });
    const large = { path: 'large.json', content: `{tcp: [${'[],'.repeat(600_000)}]}` };
    const [first, refusal, last] = await namesOf([good('a'), large, good('b')]);
    expect([first, last]).toEqual(['a', 'b']);
    expect(refusal).toContain('large.json: needs too much memory: split it');
  });

  it('leaves the main thread free', async () => {
    reader = createDocumentReader([madeUpKind], { time: 2_000, memory: 512, idle: 60_000 });
    await reader.parse([good('a')]);
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 50);
    await reader.parse([slow]);
    clearInterval(turn);
    // Forty fit into the time; a machine that is slow and busy gets some.
    expect(turns).toBeGreaterThan(10);
  });
});
