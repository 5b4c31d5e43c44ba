import { parseMoment } from '@watchroom/time';
import { describe, expect, it } from 'vitest';
import { momentText } from './moment-text.ts';

describe('the text of a moment', () => {
  it.each(['2026-11-20T12:34:56.789Z', '2026-03-29T00:59:59.000Z', '2026-07-01T22:00:00.000Z'])(
    'is read back: %s',
    (iso) => {
      for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])
        expect(parseMoment(momentText(Date.parse(iso), zone), 0, { zone })).toBe(Date.parse(iso));
    },
  );
});
