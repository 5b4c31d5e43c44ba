/**
 * @param key on what the result depends.
 * @param inTurn calls what it is given when this request may have its result.
 */
type SharedReads<T> = (key: string, inTurn: (read: () => Promise<T>) => Promise<T>) => Promise<T>;

interface Reads<T> {
  /** Requests without a result. */
  asking: number;
  /** The order of what happened: requests that came and reads that began. */
  moment: number;
  latest?: { readonly began: number; readonly result: Promise<T>; isOver: boolean };
}

/**
 * Runs one read per key at a time. Its result is for every request that came before it began: none gets a result from before
 * it asked, so each sees what its sender has just written. Nothing is kept when nobody asks.
 */
export function createSharedReads<T>(read: (key: string) => Promise<T>): SharedReads<T> {
  const byKey = new Map<string, Reads<T>>();

  function begin(key: string, reads: Reads<T>): Promise<T> {
    reads.moment += 1;
    const latest = { began: reads.moment, result: read(key), isOver: false };
    const end = () => {
      latest.isOver = true;
    };
    latest.result.then(end, end);
    reads.latest = latest;
    return latest.result;
  }

  async function resultFor(came: number, key: string, reads: Reads<T>): Promise<T> {
    while (reads.latest) {
      if (reads.latest.began > came) return reads.latest.result;
      if (reads.latest.isOver) break;
      await reads.latest.result.catch(() => undefined);
    }
    return begin(key, reads);
  }

  return async (key, inTurn) => {
    const reads = byKey.get(key) ?? { asking: 0, moment: 0 };
    byKey.set(key, reads);
    reads.asking += 1;
    reads.moment += 1;
    const came = reads.moment;
    try {
      return await inTurn(() => resultFor(came, key, reads));
    } finally {
      reads.asking -= 1;
      if (reads.asking === 0) byKey.delete(key);
    }
  };
}
