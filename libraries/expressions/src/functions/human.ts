import { compare as compareVersions, parse as parseVersion, type SemVer } from 'semver';
import { fail } from '../failure.ts';
import { mapFrom } from '../values/maps.ts';
import { numeric } from '../values/numbers.ts';
import { duration } from '../values/time.ts';
import { Duration, type Value } from '../values/value.ts';
import { define, type FunctionGroup } from './define.ts';

const UNITS = ['w', 'd', 'h', 'm', 's'] as const;
const SECONDS = [604_800, 86_400, 3600, 60, 1] as const;

/** The largest unit and at most two below it: 6w0d0h, 1d2h30m, 1h30m, 45s; below a second in milliseconds. */
function humanDuration(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  if (size === 0n) return '0s';
  if (size < 1_000_000_000n)
    return size < 1_000_000n ? `${sign}${Number(size) / 1e6}ms` : `${sign}${size / 1_000_000n}ms`;
  let rest = Number(size / 1_000_000_000n);
  const first = SECONDS.findIndex((unit) => rest > unit || (rest === unit && unit <= 3600));
  const parts = SECONDS.slice(first, first + 3).map((unit, index) => {
    const count = Math.floor(rest / unit);
    rest %= unit;
    return `${count}${UNITS[first + index] ?? ''}`;
  });
  // Weeks always show their days and hours; smaller spans leave out minutes and seconds that are 0.
  while (parts.length > 1 && /^0[ms]$/.test(parts.at(-1) ?? '')) parts.pop();
  return sign + parts.join('');
}

function humanSize(bytes: number): string {
  if (bytes < 1024) return String(bytes);
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), 6);
  return `${(bytes / 1024 ** power).toFixed(1).replace(/\.0$/, '')}${'KMGTPE'[power - 1] ?? ''}`;
}

function version(text: string): SemVer {
  return parseVersion(text, { loose: true }) ?? fail(`"${text.slice(0, 60)}" is not a version such as 1.2.3.`);
}

function count(value: Value): number {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : numeric(value);
  return number === undefined ? fail('A number is needed.') : Number(number);
}

export const human: FunctionGroup = {
  title: 'Sizes, spans of time and versions for people',
  functions: [
    define({
      names: { cel: ['HumanDuration'], template: ['humanDuration', 'HumanDuration'] },
      args: ['span: any'],
      result: 'string',
      doc: 'A duration, or a number of seconds, as people write it.',
      examples: [
        { cel: 'HumanDuration(duration("1008h"))', gives: '6w0d0h' },
        { cel: 'HumanDuration(5400)', gives: '1h30m' },
      ],
      call: (_, span) =>
        humanDuration(
          span instanceof Duration ? span.nanos : duration(BigInt(Math.round(count(span) * 1000)) * 1_000_000n).nanos,
        ),
    }),
    define({
      names: { cel: ['HumanSize'], template: ['humanSize', 'HumanSize', 'humanizeBytes'] },
      args: ['bytes: any'],
      result: 'string',
      doc: 'A number of bytes in the largest unit of 1024 that fits.',
      examples: [{ cel: 'HumanSize(123456)', gives: '120.6K' }],
      call: (_, bytes) => humanSize(count(bytes)),
    }),
    define({
      names: { cel: ['Semver'], template: ['semver', 'Semver'] },
      args: ['version: string'],
      result: 'map',
      doc: 'The parts of a semantic version: major, minor, patch, prerelease, metadata, original.',
      examples: [{ cel: 'Semver("1.2.3-beta.1").prerelease', gives: 'beta.1' }],
      call: (_, text) => {
        const { major, minor, patch, prerelease, build } = version(text);
        const parts: [string, Value][] = [
          ['major', String(major)],
          ['minor', String(minor)],
          ['patch', String(patch)],
          ['prerelease', prerelease.join('.')],
          ['metadata', build.join('.')],
          ['original', text],
        ];
        return mapFrom(parts);
      },
    }),
    define({
      names: { cel: ['SemverCompare'], template: ['semverCompare', 'SemverCompare'] },
      args: ['a: string', 'b: string'],
      result: 'int',
      doc: '-1, 0 or 1 if one semantic version is older than, the same as, or newer than another.',
      examples: [{ cel: 'SemverCompare("1.10.0", "1.9.0")', gives: 1 }],
      call: (_, a, b) => compareVersions(version(a), version(b)),
    }),
  ],
};
