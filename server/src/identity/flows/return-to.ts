import { FlowError } from './flow-error.ts';

/**
 * Where a flow may lead when it is over: a path of this server, or an absolute address of it.
 * @param origins those of this server, as the browser and the configuration name it.
 * @returns path, query and fragment.
 * @throws FlowError self_service_flow_return_to_forbidden
 */
export function allowedReturnTo(value: string, origins: readonly string[]): string {
  const path = pathOf(value, origins);
  if (path === undefined)
    throw new FlowError('self_service_flow_return_to_forbidden', 'The return_to address is not allowed.');
  return path;
}

function pathOf(value: string, origins: readonly string[]): string | undefined {
  const [base] = origins;
  if (!/^(\/|https?:\/\/)/i.test(value) || value.length > 2_000 || isDevious(value)) return undefined;
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (!origins.includes(url.origin) || url.username !== '' || url.password !== '') return undefined;
  // Some paths become those of another host only after their dots are resolved.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}

/** What browsers, proxies and frameworks read differently: backslashes, control characters, and both of them encoded. */
function isDevious(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return /[\\\u0000-\u001f\u007f]|%5c|%0[0-9a-f]|%1[0-9a-f]|%7f/i.test(value) || /^\/(\/|%2f)/i.test(value);
}
