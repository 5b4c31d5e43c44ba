import { refuse } from '../errors.ts';
import type { Preferences } from '../request/preferences.ts';

/**
 * Leaves out what cannot be obeyed: a time zone that nobody knows, and `max-affected` without `handling=strict`.
 *
 * @throws DataApiError PGRST122 with `handling=strict`, when something is not known.
 */
export function checkPreferences(sent: Preferences, hasTimezone: (name: string) => boolean): Preferences {
  const { timezone, maxAffected, ...others } = sent;
  const isStrict = sent.handling === 'strict';
  const isUnknownZone = timezone !== undefined && !hasTimezone(timezone);
  const invalid = isUnknownZone ? [...sent.invalid, `timezone=${timezone}`] : sent.invalid;
  if (isStrict && invalid.length > 0) {
    throw refuse.badPreferences('Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    });
  }
  return {
    ...others,
    ...(timezone === undefined || isUnknownZone ? {} : { timezone }),
    ...(maxAffected !== undefined && isStrict ? { maxAffected } : {}),
    invalid,
  };
}
