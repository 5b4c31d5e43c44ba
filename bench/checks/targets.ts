import { type Child, startChild } from '../kit/child.ts';

export interface TargetPorts {
  readonly http: readonly number[];
  readonly tcp: readonly number[];
  readonly dns: readonly number[];
}

/** Servers to be checked, in a process of their own. */
export function startTargets(): Promise<Child<TargetPorts>> {
  return startChild<TargetPorts>(new URL('targets-process.ts', import.meta.url), {});
}

/** The port of a numbered check: neighbours go to different ones. */
export function portOf(ports: readonly number[], number: number): number {
  return ports[number % ports.length] ?? 0;
}

/** Of ten checks six are http, three tcp, one dns. */
export function kindOfCheck(number: number): 'http' | 'tcp' | 'dns' {
  const place = number % 10;
  return place < 6 ? 'http' : place < 9 ? 'tcp' : 'dns';
}
