import type { Flow } from '@watchroom/contract/identity';
import { ADMIN } from './program.ts';

/** Signs the administrator in by the flow protocol, without a browser. @returns his cookies, to send. */
export async function sessionOf(url: string): Promise<string> {
  const begun = await fetch(`${url}/kratos/self-service/login/browser`, { headers: { accept: 'application/json' } });
  const flow = (await begun.json()) as Flow;
  const csrf = flow.ui.nodes
    .map(({ attributes }) => attributes)
    .find((attributes) => attributes.node_type === 'input' && attributes.name === 'csrf_token');
  const answer = await fetch(`${url}/kratos/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', cookie: cookiesOf(begun) },
    body: JSON.stringify({
      method: 'password',
      csrf_token: csrf?.node_type === 'input' ? csrf.value : '',
      identifier: ADMIN.email,
      password: ADMIN.password,
    }),
  });
  if (!answer.ok) throw new Error(`signing in failed with ${answer.status}`);
  return cookiesOf(answer);
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
