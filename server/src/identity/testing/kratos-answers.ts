/** Answers of the fake Kratos, in the wire form that the API reference of Kratos documents. */

/** An identity of the fake; tests change it as an administrator of Kratos would. */
export interface FakeIdentity {
  readonly id: string;
  email: string | undefined;
  first: string;
  last: string;
  isVerified: boolean;
  state: 'active' | 'inactive';
  password: string;
  /** A second factor that Kratos asks for. */
  hasSecondFactor: boolean;
}

export interface FakeSession {
  readonly id: string;
  readonly identity: FakeIdentity;
  level: 'aal1' | 'aal2';
  readonly since: string;
}

export const FLOW = 'cd6a4b1e-7c5f-4f0e-9d32-0f2a3a5a9a01';
export const LATER = '2030-01-02T10:00:00Z';

export function newIdentity(changes: Partial<FakeIdentity>): FakeIdentity {
  return {
    id: crypto.randomUUID(),
    email: undefined,
    first: 'Ann',
    last: 'Smith',
    isVerified: false,
    state: 'active',
    password: 'a long password',
    hasSecondFactor: false,
    ...changes,
  };
}

export function newSession(identity: FakeIdentity, level: FakeSession['level']): FakeSession {
  return { id: crypto.randomUUID(), identity, level, since: new Date().toISOString() };
}

export function sessionBody({ id, identity, level, since }: FakeSession) {
  return {
    id,
    active: true,
    expires_at: LATER,
    authenticated_at: since,
    authenticator_assurance_level: level,
    authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: since }],
    issued_at: since,
    identity: identityBody(identity),
    devices: [{ id, ip_address: '203.0.113.9', user_agent: 'Browser/1', location: 'Munich, DE' }],
  };
}

export function identityBody({ id, email, first, last, isVerified, state }: FakeIdentity) {
  const since = '2026-01-02T10:00:00.123456Z';
  return {
    id,
    schema_id: 'default',
    schema_url: 'http://watchroom.test/kratos/schemas/ZGVmYXVsdA',
    state,
    state_changed_at: since,
    traits: { email, name: { first, last } },
    verifiable_addresses:
      email === undefined
        ? []
        : [{ id, value: email, verified: isVerified, via: 'email', status: isVerified ? 'completed' : 'sent' }],
    metadata_public: null,
    created_at: since,
    updated_at: since,
    organization_id: null,
  };
}

export function loginFlow(type: 'api' | 'browser', messages: readonly object[]) {
  return {
    id: FLOW,
    type,
    expires_at: LATER,
    issued_at: '2026-01-02T10:00:00Z',
    request_url: `http://watchroom.test/kratos/self-service/login/${type}`,
    ui: {
      action: `http://watchroom.test/kratos/self-service/login?flow=${FLOW}`,
      method: 'POST',
      nodes: [],
      messages,
    },
    requested_aal: 'aal1',
    state: 'choose_method',
  };
}

export function genericError(code: number, status: string, reason: string, id?: string) {
  return { error: { ...(id === undefined ? {} : { id }), code, status, reason, message: reason } };
}
