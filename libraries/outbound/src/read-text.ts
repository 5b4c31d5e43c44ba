import type { HttpAnswer } from './http-request.ts';

const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i;

/**
 * The body as text that any database can hold: decoded by the charset that the answer declares (UTF-8 when it declares
 * none or an unknown one), with U+FFFD in place of bytes that are not valid and of NUL characters.
 */
export function readText(answer: Pick<HttpAnswer, 'headers' | 'body'>): string {
  const type = answer.headers['content-type'];
  const declared = charset.exec(String(type ?? ''))?.[1] ?? 'utf-8';
  return decoderFor(declared).decode(answer.body).replaceAll('\0', '\ufffd');
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
