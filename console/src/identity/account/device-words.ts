/** Most specific first: most browsers also call themselves by the names of others. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//i, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export interface DeviceWords {
  /** Such as `Firefox on Linux`. */
  readonly name: string;
  readonly isHandheld: boolean;
}

/** A browser and its system in words, from what it says of itself; it may say anything, so this is a hint and no proof. */
export function deviceWords(userAgent: string | null): DeviceWords {
  const found = (among: typeof PROGRAMS) => among.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const program = found(PROGRAMS);
  const system = found(SYSTEMS);
  const words = program && system ? `${program} on ${system}` : (program ?? system);
  return { name: words ?? 'Unknown device', isHandheld: /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent ?? '') };
}
