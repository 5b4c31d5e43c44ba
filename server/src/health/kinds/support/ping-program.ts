import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';

const PROGRAMS = ['/usr/bin/ping', '/bin/ping', '/sbin/ping'];

/** Where the system has its ping program; undefined when it has none. */
export async function findPing(programs: readonly string[] = PROGRAMS): Promise<string | undefined> {
  for (const program of programs) {
    const runs = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return program;
  }
  return undefined;
}

/**
 * Round-trip times in milliseconds of the replies that the program reports; fewer than `count` where packets were lost.
 * @param address an IP address that the address policy has let through.
 */
export function pingByProgram(
  program: string,
  address: string,
  count: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    // Killed at the deadline, it has printed the replies that came until then, so an exit code is no error here.
    execFile(
      program,
      ['-n', '-i', '0.2', '-c', String(count), address],
      { signal, maxBuffer: 1_048_576 },
      (error, output) => {
        const times = [...output.matchAll(/time[=<]([0-9.]+)\s*ms/g)].map(([, time]) => Number(time));
        if (error?.code === 'ENOENT' || error?.code === 'EACCES')
          reject(new Error(`${program} cannot be run: ${error.message}`));
        else resolve(times.slice(0, count));
      },
    );
  });
}
