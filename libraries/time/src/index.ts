export { type CalendarDay, daysInMonth, weekday } from './calendar.ts';
export { parseDateMath } from './date-math.ts';
export { DURATION, formatNanoseconds, parseDuration, parseNanoseconds } from './duration.ts';
export { parseMoment } from './moment.ts';
export { localZone, momentOfWall, type WallTime, wallTimeAt } from './zone.ts';
