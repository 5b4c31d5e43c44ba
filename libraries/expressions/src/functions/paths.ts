import { BlockList, isIP } from 'node:net';
import { posix } from 'node:path';
import { fail } from '../failure.ts';
import type { List, Value } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';
import { fileMatches } from './patterns.ts';
import { urls } from './urls.ts';

type Result = 'string' | 'bool' | 'list';

/** Characters, as of a path of Linux. Node takes time in the square of the number of steps up. */
const LONGEST = 4096;

function short(text: string): string {
  return text.length <= LONGEST
    ? text
    : fail(`The path is longer than ${LONGEST} characters (${text.length}).`, 'limit');
}

function path(
  name: string,
  doc: string,
  input: string,
  result: Result,
  gives: Value,
  read: (text: string) => Value,
): FunctionDefinition {
  return define({
    names: { cel: [`filepath.${name}`], template: [`filepath.${name}`, `path.${name}`] },
    args: ['path: string'],
    result,
    doc,
    examples: [{ cel: `filepath.${name}("${input}")`, gives }],
    call: (run, text) => {
      run.allocate(2 * text.length);
      return read(short(text));
    },
  });
}

function clean(text: string): string {
  const normal = posix.normalize(text);
  return normal.length > 1 ? normal.replace(/\/$/, '') : normal;
}

function strings(list: List): string[] {
  return list.map((part) => (typeof part === 'string' ? part : fail('The parts are a list of strings.')));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return fail('The text is not URL-encoded.');
  }
}

function insideNetwork(network: string, address: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const family = isIP(base);
  const prefix = Number(bits);
  if (family === 0 || !/^\d{1,3}$/.test(bits) || prefix > (family === 4 ? 32 : 128))
    fail(`"${network.slice(0, 60)}" is not a network such as 10.0.0.0/8.`);
  const list = new BlockList();
  list.addSubnet(base, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

export const paths: FunctionGroup = {
  title: 'Paths, URLs and networks',
  functions: [
    path('Base', 'The last part of a path.', '/opt/image.jpg', 'string', 'image.jpg', (text) =>
      text === '' ? '.' : posix.basename(text) || '/',
    ),
    path('Dir', 'A path without its last part.', '/opt/image.jpg', 'string', '/opt', (text) =>
      clean(text.slice(0, text.lastIndexOf('/') + 1)),
    ),
    path(
      'Ext',
      'The extension of a file name, with its dot.',
      '/opt/image.jpg',
      'string',
      '.jpg',
      (text) => /\.[^./]*$/.exec(text)?.[0] ?? '',
    ),
    path('Clean', 'A path without detours.', '/foo/bar/../baz', 'string', '/foo/baz', clean),
    path('IsAbs', 'Whether a path begins at the root.', '/opt', 'bool', true, posix.isAbsolute),
    path('Split', 'The directory and the file name of a path.', '/foo/bar', 'list', ['/foo/', 'bar'], (text) => {
      const at = text.lastIndexOf('/') + 1;
      return [text.slice(0, at), text.slice(at)];
    }),
    define({
      names: { cel: ['filepath.Join'] },
      args: ['parts: list'],
      result: 'string',
      doc: 'Parts joined into a path.',
      examples: [{ cel: 'filepath.Join(["/srv", "data", "a.txt"])', gives: '/srv/data/a.txt' }],
      call: (run, parts) => {
        const texts = strings(parts).filter((part) => part !== '');
        run.allocate(texts.reduce((sum, text) => sum + text.length + 1, 0));
        return texts.length === 0 ? '' : clean(posix.join(short(texts.join('/'))));
      },
    }),
    define({
      names: { cel: ['filepath.Rel'], template: ['filepath.Rel', 'path.Rel'] },
      args: ['from: string', 'to: string'],
      result: 'string',
      doc: 'The way from one path to another.',
      examples: [{ cel: 'filepath.Rel("/foo/bar", "/foo/bar/baz")', gives: 'baz' }],
      call: (_, from, to) => {
        if (posix.isAbsolute(from) !== posix.isAbsolute(to)) fail('One path begins at the root, the other does not.');
        // Both are placed under the root, so that the folder of this process does not matter.
        return posix.relative(posix.join('/', short(from)), posix.join('/', short(to))) || '.';
      },
    }),
    define({
      names: { cel: ['filepath.Match'], template: ['filepath.Match', 'path.Match'] },
      args: ['pattern: string', 'name: string'],
      result: 'bool',
      doc: 'Whether a file name matches a pattern of the shell.',
      examples: [{ cel: 'filepath.Match("*.txt", "foo.txt")', gives: true }],
      call: fileMatches,
    }),
    define({
      names: { cel: ['urlencode'], template: ['urlencode'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A text as it can stand in the query of a URL.',
      examples: [{ cel: 'urlencode("hello world ?")', gives: 'hello+world+%3F' }],
      call: (run, text) => {
        run.allocate(3 * text.length);
        const escape = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
        return encodeURIComponent(text.toWellFormed())
          .replaceAll('%20', '+')
          .replace(/[!'()*]/g, escape);
      },
    }),
    define({
      names: { cel: ['urldecode'], template: ['urldecode'] },
      args: ['text: string'],
      result: 'string',
      doc: 'The text that stands in the query of a URL.',
      examples: [{ cel: 'urldecode("hello+world+%3F")', gives: 'hello world ?' }],
      call: (run, text) => {
        run.allocate(text.length);
        return decode(text);
      },
    }),
    define({
      names: { cel: ['net.IsValidIP'], template: ['net.IsValidIP'] },
      args: ['text: string'],
      result: 'bool',
      doc: 'Whether a text is an IP address.',
      examples: [{ cel: 'net.IsValidIP("10.0.0.1")', gives: true }],
      call: (_, text) => isIP(text) !== 0,
    }),
    define({
      names: { cel: ['net.ContainsCIDR'], template: ['net.ContainsCIDR'] },
      args: ['network: string', 'address: string'],
      result: 'bool',
      doc: 'Whether an address is in a network.',
      examples: [{ cel: 'net.ContainsCIDR("10.0.0.0/8", "10.1.2.3")', gives: true }],
      call: (_, network, address) => insideNetwork(network, address),
    }),
    ...urls,
  ],
};
