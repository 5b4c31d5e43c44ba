import { refuse } from '../errors.ts';
import { tooManyBytes, tooManyRows } from '../execute/envelope.ts';
import { raisedAbout, raisedBy } from '../sql/raised.ts';
import type { Api } from './api.ts';

/** What a statement has refused by itself, in the terms of the dialect; any other error as it is. */
export function explainRaised({ plan }: Api, error: unknown): unknown {
  const { maxRows, maxBodyBytes, maxEmbedRows, maxEmbedBytes } = plan;
  switch (raisedBy(error)) {
    case undefined:
      return error;
    case 'too_many_rows':
      return tooManyRows(maxRows);
    case 'too_many_bytes':
      return tooManyBytes(maxBodyBytes);
    case 'embed_rows':
      return refuse.overLimit(
        `The embed '${raisedAbout(error)}' has more than the limit of ${maxEmbedRows} rows for one row around it`,
        { hint: 'Give the embed a limit or a filter of its own, or ask for its rows in a request of their own.' },
      );
    case 'embed_bytes':
      return refuse.overLimit(
        `The embed '${raisedAbout(error)}' is larger than the limit of ${maxEmbedBytes} bytes for one row around it`,
        { hint: 'Select fewer columns of the embed, give it a limit, or ask for its rows in a request of their own.' },
      );
    case 'bad_status':
      return refuse.badResponseStatus('response.status guc must be a valid status code');
    case 'bad_headers':
      return refuse.badResponseHeaders(
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      );
  }
}
