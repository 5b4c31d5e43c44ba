import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Entry } from '../../platform/kinds/validate.ts';
import { registry } from '../kinds/registry.generated.ts';
import { problemOf, readCanary } from './read-canary.ts';

const url = 'https://example.org/';

describe('a canary document', () => {
  it('gives one check per entry, in the order of the document', () => {
    const { checks, warnings } = readCanary({
      schedule: '@every 30s',
      tcp: [{ name: 'database', endpoint: 'db:5432' }],
      http: [
        { name: 'site', url: 'https://user:secret@example.org/?password=x' },
        { description: 'the second', url },
      ],
      icmp: [{ endpoint: '::1' }],
    });
    expect(warnings).toEqual([]);
    expect(checks.map(({ path, type, name, endpoint, problem }) => [path, type, name, endpoint, problem])).toEqual([
      ['tcp[0]', 'tcp', 'database', 'db:5432', null],
      ['http[0]', 'http', 'site', 'https://example.org/?password=###', null],
      ['http[1]', 'http', 'the second', url, null],
      ['icmp[0]', 'icmp', '::1', '::1', null],
    ]);
    expect(checks[3]?.spec).toMatchObject({ packetCount: 5, packetLossThreshold: 0 });
  });

  it('takes an unknown severity with a warning that lists those that there are', () => {
    const read = readCanary({ severity: 'bogus', tcp: [{ name: 'a', endpoint: 'a:1' }] });
    expect(read.checks[0]).toMatchObject({ problem: null });
    expect(read.warnings).toEqual([
      'spec.severity: Must be one of info, warning, low, medium, high, blocker, critical',
    ]);
    expect(readCanary({ severity: 'high', tcp: [{ name: 'a', endpoint: 'a:1' }] }).warnings).toEqual([]);
  });

  it('takes misspelt fields with a warning that names their path', () => {
    const read = readCanary({
      shedule: '@hourly',
      http: [{ name: 'site', url, treshold: 5, tlsConfig: { insecure: true } }],
    });
    expect(read.checks[0]).toMatchObject({ problem: null, spec: { url } });
    expect([...read.warnings].sort()).toEqual([
      'http[0].tlsConfig.insecure is not a field of http; it is ignored',
      'http[0].treshold is not a field of http; it is ignored',
      'spec.shedule is not a field of a canary; it is ignored',
    ]);
  });

  it('warns of a field that is deprecated, and runs', () => {
    const read = readCanary({ http: [{ endpoint: url, responseJSONContent: { path: '$.a' } }] });
    expect(read.checks[0]?.problem).toBeNull();
    expect(read.warnings).toEqual([
      'http[0].endpoint is deprecated. Old name of url; set one of the two',
      'http[0].responseJSONContent is deprecated. Ignored; old documents may have it',
    ]);
  });

  it.each([
    ['postgres', [{ name: 'db' }], 'postgres', 'The kind postgres is not supported yet, so this check does not run'],
    [
      'kubernetesResource',
      [{ name: 'db' }],
      'kubernetes_resource',
      'The kind kubernetesResource is not supported yet, so this check does not run',
    ],
    ['webhook', { name: 'db' }, 'webhook', 'The kind webhook is not supported yet, so this check does not run'],
    [
      'pod',
      [{ name: 'db' }],
      'pod',
      'Checks of the kind pod were removed; use kubernetesResource or exec, so this check does not run',
    ],
  ])('shows a check of the kind %s that cannot run instead of silence', (key, entries, type, problem) => {
    expect(readCanary({ [key]: entries }).checks).toMatchObject([{ type, name: 'db', problem, spec: null }]);
  });

  it('shows an invalid entry with the field that is wrong, and runs its neighbours', () => {
    const { checks } = readCanary({
      tcp: [{ name: 'bad', endpoint: 'https://x:80' }, 'text', { endpoint: 'db:1' }, null],
    });
    expect(checks.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^`endpoint`: Write host:port/),
      'tcp[1] is not an object, so this check does not run',
      null,
      'tcp[3] is not an object, so this check does not run',
    ]);
  });

  it('does not run checks of a canary that asks for what does not work yet, and names the field', () => {
    const tcp = [{ endpoint: 'db:1' }];
    expect(readCanary({ agentSelector: ['edge'], tcp }).checks[0]).toMatchObject({
      spec: null,
      problem: '`agentSelector` is not supported yet, so this check does not run',
    });
    expect(readCanary({ resultMode: 'junit', tcp }).checks[0]?.problem).toContain('`resultMode`');
    expect(readCanary({ env: { a: { value: 'b' } }, agentSelector: [], tcp }).checks[0]?.problem).toBeNull();
  });

  it.each([[null], [7], ['text'], [{ http: null }], [[[]]]])(
    'survives %j where a list of checks should be',
    (value) => {
      expect(() => readCanary({ http: value, tcp: value, schedule: value, constructor: value })).not.toThrow();
    },
  );

  it('does not take words of the language for kinds', () => {
    expect(registry.kindOf('constructor')).toBeUndefined();
    expect(registry.manifestOf('toString')).toBeUndefined();
    expect(readCanary({ constructor: [] }).warnings).toEqual([
      'spec.constructor is not a field of a canary; it is ignored',
    ]);
  });
});

describe('a field that does not work yet', () => {
  it.each([
    ['test.jsonPath', { test: { jsonPath: '$.code' } }],
    ['transform.jsonPath', { transform: { jsonPath: '$.items' } }],
    ['metrics', { metrics: [{ name: 'a', type: 'gauge', value: '1' }] }],
    ['dependsOn', { dependsOn: ['login'] }],
    ['relationships', { relationships: { configs: [{ name: { value: 'x' } }] } }],
    ['templateBody', { templateBody: true }],
    ['env', { env: [{ name: 'a', value: 'b' }] }],
    ['awsSigV4.assumeRole', { awsSigV4: { accessKey: { value: 'a' }, assumeRole: 'arn' } }],
    ['password.valueFrom', { password: { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } } }],
    [
      'headers.1.valueFrom',
      {
        headers: [
          { name: 'A', value: 'b' },
          { name: 'B', valueFrom: { serviceAccount: 'x' } },
        ],
      },
    ],
    ['tlsConfig.ca.valueFrom', { tlsConfig: { ca: { valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } } } }],
  ])('is named: %s', (path, fields) => {
    expect(problemOf('http', { url, ...fields })).toBe(`\`${path}\` is not supported yet, so this check does not run`);
  });

  it.each([
    [{ url: 'https://{{.host}}/' }, '`url` holds a template'],
    [{ endpoint: 'https://$(host)/' }, '`endpoint` holds a template'],
    [{ url, password: { value: 'secret://name/key' } }, '`password.value` is a reference (secret://)'],
    [{ url, headers: [{ name: 'A', value: 'helm://name/key' }] }, '`headers.0.value` is a reference (helm://)'],
  ])('is named when a value stands for another: %j', (entry, problem) => {
    expect(problemOf('http', entry)).toContain(problem);
  });

  it.each([
    [{ url, test: { expr: 'code == 200' }, display: { template: '{{ .code }}' } }],
    [{ url, test: {}, dependsOn: [], templateBody: false, env: null, connection: '' }],
    [{ connection: 'connection://default/api' }],
    [{ url, body: '{{ not rendered }} $(neither)' }],
    [{ url, headers: [{ name: 'A', value: 'see secret://name/key' }] }],
  ])('is not seen in %j', (entry) => {
    expect(problemOf('http', entry)).toBeNull();
  });
});

it('the guide shows a document whose checks all run', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/health/guide.md'), 'utf8');
  const documents = [...guide.matchAll(/^```yaml\n(.+?)^```/gms)].map(
    ([, text = '']) => parse(text) as { spec: Entry },
  );
  const checks = documents.flatMap(({ spec }) => readCanary(spec).checks);
  expect(checks.map(({ name, problem, warnings }) => ({ name, problem, warnings }))).toEqual([
    { name: 'stock', problem: null, warnings: [] },
    { name: 'addresses', problem: null, warnings: [] },
    { name: 'services', problem: null, warnings: [] },
  ]);
});
