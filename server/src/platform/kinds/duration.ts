import { DURATION, parseDuration } from '@watchroom/time';
import { z } from 'zod';

/** A duration as documents write it: `500ms`, `1m30s`, `2d`; never negative. */
export function duration() {
  return z
    .string()
    .max(40)
    .regex(DURATION, 'Write a duration such as 500ms, 10s or 1m30s')
    .meta({ 'x-widget': 'duration' });
}

/** Milliseconds of a text that {@link duration} accepts. */
export function durationMillis(text: string): number {
  return parseDuration(text) ?? 0;
}
