/** Parameters of addresses that open something, whoever reads them. */
const SECRET = /^(?:password|token|logout_token|invitation|code|state|secret|access_token|id_token|key)$/i;
/** People type passwords into the wrong field. */
const PERSONAL = /^(?:username|identifier|email)$/i;

/** The address of a request as it may be logged: values that open something, or name somebody, are left out. */
export function loggableUrl(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const shown = url
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return SECRET.test(decoded(name)) || PERSONAL.test(decoded(name)) ? `${name}=[redacted]` : pair;
    });
  return `${url.slice(0, start)}?${shown.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
