import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOfCheck, portOf, type TargetPorts } from './targets.ts';

export interface CanaryDocument {
  readonly name: string;
  readonly namespace: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const CHECKS_PER_CANARY = 500;
const NAMESPACES = ['payments', 'search', 'storefront', 'platform'];

/** Checks of all three kinds, five hundred to a canary, every one on the same interval. */
export function canariesOf(ports: TargetPorts, checks: number, interval: number): CanaryDocument[] {
  const size = Math.min(CHECKS_PER_CANARY, Math.ceil(checks / 4));
  return Array.from({ length: Math.ceil(checks / size) }, (_, canary) => {
    const numbers = Array.from(
      { length: Math.min(size, checks - canary * size) },
      (_number, place) => canary * size + place,
    );
    const entries = Map.groupBy(numbers, kindOfCheck);
    return {
      name: `service-${String(canary).padStart(2, '0')}`,
      namespace: NAMESPACES[canary % NAMESPACES.length] ?? 'default',
      spec: {
        schedule: `@every ${interval / 1000}s`,
        http: entries.get('http')?.map((number) => httpEntry(ports, number)),
        tcp: entries
          .get('tcp')
          ?.map((number) => ({ name: `port ${number}`, endpoint: `127.0.0.1:${portOf(ports.tcp, number)}` })),
        dns: entries.get('dns')?.map((number) => dnsEntry(ports, number)),
      },
    };
  });
}

function httpEntry(ports: TargetPorts, number: number) {
  return { name: `page ${number}`, url: `http://127.0.0.1:${portOf(ports.http, number)}/${number}` };
}

function dnsEntry(ports: TargetPorts, number: number) {
  return {
    name: `name ${number}`,
    query: `host-${number}.bench.test`,
    server: '127.0.0.1',
    port: portOf(ports.dns, number),
  };
}

/** One file each, as a person keeps them. JSON is YAML. */
export function writeDocuments(folder: string, canaries: readonly CanaryDocument[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, namespace, spec } of canaries) {
    const document = { apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary', metadata: { name, namespace }, spec };
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(document, null, 1));
  }
}
