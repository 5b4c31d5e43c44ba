import { refuse } from '../errors.ts';
import { raisedBy } from '../sql/raised.ts';
import type { Api } from './api.ts';

/** What a statement has refused by itself, in the terms of the dialect; any other error as it is. */
export function explainRaised({ plan: { maxRows, maxBodyBytes } }: Api, error: unknown): unknown {
  switch (raisedBy(error)) {
    case undefined:
      return error;
    case 'too_many_rows':
      return refuse.tooManyRows(`The answer has more than the limit of ${maxRows} rows`, {
        hint: 'Page through it with limit and offset, or with a filter on an ordered column.',
      });
    case 'too_many_bytes':
      return refuse.overLimit(`The answer is larger than the limit of ${maxBodyBytes} bytes`, {
        hint: 'Select fewer columns, or page through it with limit and offset.',
      });
    case 'bad_status':
      return refuse.badResponseStatus('response.status setting must be a valid status code', {
        hint: 'A number from 200 to 599.',
      });
    case 'bad_headers':
      return refuse.badResponseHeaders(
        'response.headers setting must be a JSON array of objects with one header each',
        {
          hint: 'For example [{"Cache-Control": "no-cache"}].',
        },
      );
  }
}
