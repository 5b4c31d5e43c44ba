import type pg from 'pg';

/** Runs work as the user of the pool, without what a function of an earlier caller has set for its session. */
export async function withCleanClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isClean = false;
  try {
    await client.query('reset all; reset role');
    const result = await work(client);
    isClean = true;
    return result;
  } finally {
    // A connection that failed, perhaps inside a transaction, is not given back.
    client.release(!isClean);
  }
}
