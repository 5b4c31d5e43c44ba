import type { FormSchema, FormValue } from '../form-schema.ts';

export type Authentication = 'None' | 'Basic' | 'Digest' | 'NTLM' | 'NTLMv2';

const FLAGS = { Digest: 'digest', NTLM: 'ntlm', NTLMv2: 'ntlmv2' } as const;

/** The types that a schema has fields for. */
export function authenticationsOf(schema: FormSchema): readonly Authentication[] {
  const flagged = (['Digest', 'NTLM', 'NTLMv2'] as const).filter((type) => schema.properties?.[FLAGS[type]]);
  return ['None', 'Basic', ...flagged];
}

/** Which type a value uses. */
export function authenticationOf(value: FormValue | undefined): Authentication {
  for (const type of ['NTLMv2', 'NTLM', 'Digest'] as const) if (value?.[FLAGS[type]] === true) return type;
  return value?.['username'] !== undefined || value?.['password'] !== undefined ? 'Basic' : 'None';
}

/** The value with another type: the marks of the others go, and with None the credentials too. */
export function withAuthentication(value: FormValue | undefined, type: Authentication): FormValue {
  const { digest: _, ntlm: __, ntlmv2: ___, ...rest } = value ?? {};
  if (type === 'None') {
    const { username: ____, password: _____, ...others } = rest;
    return others;
  }
  return type === 'Basic' ? rest : { ...rest, [FLAGS[type]]: true };
}

/** The script keys of a schema with their names, in the order of the choices. */
export function scriptTypesOf(schema: FormSchema): readonly { readonly value: string; readonly label: string }[] {
  const names = [
    ['template', 'Go template'],
    ['gotemplate', 'Go template'],
    ['javascript', 'Javascript'],
    ['expr', 'Expr'],
    ['jsonPath', 'JSONPath'],
    ['jsonpath', 'JSONPath'],
  ] as const;
  const isOffered = (key: string) => schema.properties?.[key] && !schema.properties[key]['x-unsupported'];
  return names.filter(([key]) => isOffered(key)).map(([value, label]) => ({ value, label }));
}

export type ValueSource = 'Static' | 'Config Map' | 'Secret';

/** Where a secret-or-value comes from. */
export function sourceOf(value: FormValue | undefined): ValueSource {
  const from = value?.['valueFrom'];
  if (typeof from !== 'object' || from === null) return 'Static';
  return 'configMapKeyRef' in from ? 'Config Map' : 'secretKeyRef' in from ? 'Secret' : 'Static';
}

/** A value from that source alone; its name in a list stays. */
export function fromSource(value: FormValue | undefined, source: ValueSource, held: unknown): FormValue | undefined {
  const { value: _, valueFrom: __, ...rest } = value ?? {};
  const key = source === 'Config Map' ? 'configMapKeyRef' : 'secretKeyRef';
  if (source !== 'Static') return { ...rest, valueFrom: { [key]: held ?? {} } };
  if (held !== undefined) return { ...rest, value: held };
  return Object.keys(rest).length > 0 ? rest : undefined;
}
