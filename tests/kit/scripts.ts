import type { Page } from 'playwright-core';

export interface ScriptTotal {
  /** As the browser counts them: as they travelled, with the headers of their answers. */
  readonly bytes: number;
  readonly plainBytes: number;
  readonly files: number;
  readonly encodings: readonly string[];
}

/** Counts every script that the page loads over the network from now on; what comes from the cache counts nothing. */
export async function watchScripts(page: Page): Promise<{ total(): ScriptTotal }> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, { encoding: string; bytes: number; plainBytes: number }>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType) || response.fromDiskCache) return;
    const encoding =
      Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
    scripts.set(requestId, { encoding, bytes: 0, plainBytes: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.plainBytes += dataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return {
    total() {
      const all = [...scripts.values()].filter(({ bytes }) => bytes > 0);
      return {
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        plainBytes: all.reduce((sum, { plainBytes }) => sum + plainBytes, 0),
        files: all.length,
        encodings: [...new Set(all.map(({ encoding }) => encoding).filter(Boolean))],
      };
    },
  };
}
