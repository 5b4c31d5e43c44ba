import { fail } from '../failure.ts';
import { define, type FunctionGroup } from './define.ts';

export const encoding: FunctionGroup = {
  title: 'Encodings',
  functions: [
    define({
      names: { cel: ['base64.encode'], template: ['base64.Encode'] },
      args: ['bytes: bytes'],
      result: 'string',
      doc: 'Bytes as base64.',
      examples: [{ cel: 'base64.encode(b"hello")', gives: 'aGVsbG8=' }],
      call: (run, bytes) => {
        run.allocate(2 * bytes.length);
        return Buffer.from(bytes).toString('base64');
      },
    }),
    define({
      names: { cel: ['base64.encode'], template: ['base64.Encode'] },
      args: ['text: string'],
      result: 'string',
      doc: 'The UTF-8 bytes of a text as base64.',
      examples: [{ cel: 'base64.encode("hello")', gives: 'aGVsbG8=' }],
      call: (run, text) => {
        run.allocate(4 * text.length);
        return Buffer.from(text).toString('base64');
      },
    }),
    define({
      names: { cel: ['base64.decode'], template: ['base64.Decode'] },
      args: ['text: string'],
      result: 'bytes',
      doc: 'The bytes that base64 stands for, with or without padding.',
      examples: [{ cel: 'string(base64.decode("aGVsbG8="))', gives: 'hello' }],
      call: (run, text) => {
        run.allocate(text.length);
        if (!/^[\w+/-]*={0,2}$/.test(text) || text.replace(/=+$/, '').length % 4 === 1) fail('The text is not base64.');
        return new Uint8Array(Buffer.from(text, 'base64'));
      },
    }),
  ],
};
