import pg from 'pg';

/** Runs one statement as the superuser and returns the rows. */
export async function query(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the server is killed in many tests
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(sql, values);
    return result.rows;
  } finally {
    await client.end();
  }
}
