import { describe, expect, it } from 'vitest';
import type { RawRequest } from '@watchroom/data-api';
import { wireAdapters } from './adapters.ts';
import { requestOf, schemaOf } from './testing/schema.ts';

const schema = schemaOf(
  {
    people: { id: 'uuid', name: 'text', avatar: 'text' },
    agents: { id: 'uuid', name: 'text' },
    configs: {
      id: 'uuid',
      name: 'text',
      type: 'text',
      status: 'text',
      deleted_at: 'timestamptz',
      agent_id: '-> agents',
    },
    agents_summary: { id: 'uuid', name: 'text', created_at: 'timestamptz', created_by: '-> people' },
    incidents: { id: 'uuid', title: 'text', status: 'text', created_at: 'timestamptz', created_by: '-> people' },
    incident_summary: { id: 'uuid', title: 'text', status: 'text', created_at: 'timestamptz' },
    hypotheses: { id: 'uuid', title: 'text', incident_id: '-> incidents' },
    evidences: { id: 'uuid', component_id: 'uuid', hypothesis_id: '-> hypotheses' },
    incident_histories: { id: 'uuid', incident_id: '-> incidents', created_at: 'timestamptz', created_by: '-> people' },
    check_statuses: { check_id: 'uuid', time: 'timestamptz', status: 'boolean' },
    job_histories: { id: 'uuid', name: 'text', status: 'text', created_at: 'timestamptz' },
    notification_silences: { id: 'uuid', from: 'timestamptz', until: 'timestamptz', updated_at: 'timestamptz' },
    team_members: { team_id: 'uuid', person_id: '-> people' },
  },
  { related_configs_recursive: 'configs' },
);
const adapters = wireAdapters({ now: () => Date.parse('2026-03-18T14:35:40Z') });
const adapt = (request: RawRequest): RawRequest => adapters.reduce((given, next) => next(given, schema), request);
const query = (name: string, text: string, more: Partial<RawRequest> = {}): string =>
  adapt(requestOf(name, text, more))
    .query.map(([key, value]) => `${key}=${value}`)
    .join('&');

describe('a request of the wire contract', () => {
  it('may encode parentheses and commas, write + for a space and send select twice', () => {
    expect(
      query(
        'configs',
        '&select=id&select=agent:agents(id,name)&or=%28name.ilike.*a+b*%2Ctype.ilike.*a+b*%29&order=type%2Cname.asc&deleted_at=is.null&limit=50&offset=0',
      ),
    ).toBe(
      'select=id&select=agent:agents(id,name)&or=(name.ilike.*a b*,type.ilike.*a b*)&order=type,name.asc&deleted_at=is.null&limit=50&offset=0',
    );
  });

  it('may have an empty list, ids in quotes, a digit for a truth and empty parameters, which the dialect knows', () => {
    for (const [name, text, method] of [
      ['people', 'id=in.()', 'GET'],
      ['hypotheses', 'id=in.("a","b")', 'DELETE'],
      ['check_statuses', 'check_id=eq.1&status=eq.0', 'GET'],
    ] as const) {
      const request = requestOf(name, text, { method });
      expect(adapt(request)).toBe(request);
    }
  });

  it('may close one parenthesis too many', () => {
    expect(
      query('incident_histories', 'incident_id=eq.1&select=*,created_by(id,name,avatar))&order=created_at.desc'),
    ).toBe('incident_id=eq.1&select=*,created_by(id,name,avatar)&order=created_at.desc');
  });

  it('may name a column of an embed twice', () => {
    expect(query('incidents', 'id=eq.1&select=*,hypotheses(*,created_by(id,id,name,avatar))')).toBe(
      'id=eq.1&select=*,hypotheses(*,created_by(id,name,avatar))',
    );
  });

  it('may order twice, with the choice of the user last, also by a column that only the client has', () => {
    const start = 'select=*,created_by(id)&order=created_at.desc&&order=';
    expect(query('agents_summary', `${start}name.asc`)).toBe(`${start.replace('&&', '&')}name.asc`);
    expect(query('agents_summary', `${start}status.asc`)).toBe('select=*,created_by(id)&order=created_at.desc');
  });

  it('may mix arguments of a function with filters of its rows', () => {
    expect(
      query(
        'related_configs_recursive',
        'config_id=1&include_deleted_configs=false&max_depth=10&type.filter=A%3A%3AB%2C%21C%3A%3AD&type_filter=all&incoming_relation=both',
        { kind: 'function' },
      ),
    ).toBe(
      'config_id=1&include_deleted_configs=false&max_depth=10&type=in.("A::B")&type=not.in.("C::D")&type_filter=all&incoming_relation=both',
    );
  });

  it('may write date math for times of a change', () => {
    const body = { id: 'x', updated_at: 'now()', from: 'now', until: 'now+2h' };
    expect(adapt(requestOf('notification_silences', 'id=eq.x', { method: 'PATCH', body })).body).toEqual({
      id: 'x',
      updated_at: '2026-03-18T14:35:40.000Z',
      from: '2026-03-18T14:35:40.000Z',
      until: '2026-03-18T16:35:40.000Z',
    });
  });

  it('may insert several rows, which go on as they are', () => {
    const body = [
      { team_id: 'a', person_id: 'b' },
      { team_id: 'a', person_id: 'c' },
    ];
    const request = requestOf('team_members', '', { method: 'POST', body });
    expect(adapt(request)).toBe(request);
  });

  it('may filter by what it does not want, and by values with spaces and parentheses', () => {
    expect(query('job_histories', '&select=*&limit=150&offset=0&status.filter=!SUCCESS&order=created_at.desc')).toBe(
      'select=*&limit=150&offset=0&status=not.in.("SUCCESS")&order=created_at.desc',
    );
    expect(query('job_histories', 'name.filter=A job (x)')).toBe('name=in.("A job (x)")');
  });

  it('may filter by what an embed has, with the suffix and date math as well', () => {
    expect(query('incidents', 'title=ilike.*a*&hypotheses.evidences.component_id=eq.1')).toBe(
      'select=*,hypotheses!inner(evidences!inner())&title=ilike.*a*&hypotheses.evidences.component_id=eq.1',
    );
    expect(query('hypotheses', 'select=id,title)&incidents.status.filter=open&incidents.created_at=gt.now-1d')).toBe(
      'select=id,title,incidents!inner()&incidents.status=in.("open")&incidents.created_at=gt.2026-03-17T14:35:40.000Z',
    );
  });
});
