import { describe, expect, it } from 'vitest';
import { normalisePath } from './path.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const CLIENT = 'application/json, text/plain, */*';
const ask = (method: string, url: string, accept?: string): string =>
  normalisePath(url, { method, headers: accept === undefined ? {} : { accept } });

describe('an interface', () => {
  it.each([
    '/db/checks?select=*', '/canary/api/summary', '/auth/whoami', '/snapshot/topology/1', '/agent/generate', '/people/update',
    '/playbook/run', '/notification/silence', '/rbac/1/update_role', '/apm/search', '/properties', '/connection/test/1',
    '/resources/search', '/schemas/canary.spec.schema.json', '/kubeconfig',
  ])('%s is served with and without /api, also to a browser that opens it', (url) => {
    for (const accept of [BROWSER, CLIENT, undefined]) {
      expect(ask('GET', url, accept)).toBe(`/api${url}`);
      expect(ask('GET', `/${url}`, accept)).toBe(`/api${url}`);
      expect(ask('GET', `/api${url}`, accept)).toBe(`/api${url}`);
    }
  }); // biome-ignore format: a list

  it('keeps its query as sent, slashes and all', () => {
    expect(ask('GET', '//db///people?select=*&&name=eq.a//b', CLIENT)).toBe('/api/db/people?select=*&&name=eq.a//b');
  });

  it('is told by its whole first segment', () => {
    for (const url of ['/dbx/people', '/databases', '/auth-state-checker', '/DB/people', '/x/db/people'])
      expect(ask('GET', url, CLIENT)).toBe(url);
  });
});

describe('an address of the console', () => {
  it.each([
    '/topology', '/view/topology/1', '/health', '/incidents/1', '/playbooks', '/playbooks/runs', '/notifications',
    '/notifications/silences/add', '/agents', '/configs', '/settings/connections', '/settings/properties', '/login', '/',
  ])('%s is a page for every method and client', (url) => {
    for (const accept of [BROWSER, CLIENT, undefined])
      for (const method of ['GET', 'POST']) expect(ask(method, url, accept)).toBe(url);
  }); // biome-ignore format: a list

  it.each(['/catalog', '/catalog/changes', '/catalog/1?tab=x', '/logs', '/logs?topologyId=1', '/config/1'])(
    '%s is a page for a browser that opens it and an interface for everybody else',
    (url) => {
      expect(ask('GET', url, BROWSER)).toBe(url);
      expect(ask('HEAD', url, 'Text/HTML')).toBe(url);
      expect(ask('POST', url, BROWSER)).toBe(`/api${url}`);
      expect(ask('POST', url, CLIENT)).toBe(`/api${url}`);
      expect(ask('GET', url, CLIENT)).toBe(`/api${url}`);
      expect(ask('GET', url)).toBe(`/api${url}`);
    },
  );
});
