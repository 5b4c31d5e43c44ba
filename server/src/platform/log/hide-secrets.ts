/** Parameters of addresses that open something, whoever reads them; of those that only look like it little is lost. */
const SECRET =
  /pass(?:word|wd|phrase)|pwd|secret|token|credential|authori[sz]ation|signature|api[-_]?key|^(?:invitation|code|state|key|auth|sig|jwt|otp|pw)$/i;
/** People type passwords into the wrong field. */
const PERSONAL = /^(?:username|identifier|email)$/i;
/** The link that makes the first administrator: what passes it on may encode its `#`, and the token is then sent. */
const SETUP = /^\/+setup./i;

/** The address of a request as it may be logged: values that open something, or name somebody, are left out. */
export function loggableUrl(url: string): string {
  if (SETUP.test(decoded(url)) || SETUP.test(url)) return '/setup[redacted]';
  const start = url.indexOf('?');
  if (start < 0) return loggablePath(url);
  const shown = url
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const isHidden = isSecret(decoded(name)) || hasSecrets(decoded(pair.slice(name.length + 1)));
      return isHidden ? `${name}=[redacted]` : pair;
    });
  return `${loggablePath(url.slice(0, start))}?${shown.join('&')}`;
}

/** A segment of a path may have parameters of its own (RFC 3986, 3.3). */
function loggablePath(path: string): string {
  return path.replaceAll(/;([^;/=]*)=[^;/]*/g, (parameter, name: string) =>
    isSecret(decoded(name)) ? `;${name}=[redacted]` : parameter,
  );
}

function isSecret(name: string): boolean {
  return SECRET.test(name) || PERSONAL.test(name);
}

/** A value that is an address itself, such as where a sign-in leads to. */
function hasSecrets(value: string): boolean {
  if (/\/\/[^/@]*:[^/@]*@/.test(value)) return true;
  return [...value.matchAll(/[?&#]([^?&#=]+)=/g)].some(([, name = '']) => isSecret(decoded(name)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
