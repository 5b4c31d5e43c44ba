const SECRET_FIELD =
  /passw|pass[-_ ]?(?:word|wd|phrase)|pwd|secret|token|credential|private|bearer|authorization|cookie|signature|jwt|access[-_ ]?key|api[-_ ]?key|kube[-_ ]?config|(?:^|[-_. [])(?:pass|key|sig|sas|hmac)\]?$/i;
const SECRET_CAMEL = /[a-z0-9](?:Key|Pass|Sig)$/;
const SECRET_VALUE = /auth(?!or)|session/i;

/** Whether the name of a field says that it holds a secret. Without a schema only the name can tell. */
export function isSecretField(name: string): boolean {
  return SECRET_FIELD.test(name) || SECRET_CAMEL.test(name);
}

/** Whether the name of a variable or of a query parameter says so: settings such as `authMethod` are rare there. */
export function isSecretVariable(name: string): boolean {
  return isSecretField(name) || SECRET_VALUE.test(name);
}

const HARMLESS_HEADER =
  /^(?:accept(?:-(?:language|encoding|charset))?|user-agent|content-(?:type|encoding|language|length)|cache-control|pragma|connection|host|origin|referer|if-(?:none-match|modified-since|match|range)|range|te|dnt|date|from|via|expect|x-requested-with|x-forwarded-[a-z-]+)$/i;

/** Any header may carry a secret, and nobody knows all names that do; so only those that never do are shown. */
export function isSecretHeader(name: string): boolean {
  return !HARMLESS_HEADER.test(name.trim());
}

/** `max_tokens` is a limit of a language model, no token. */
const COUNT = /^(?:max|min|num|total)\w*tokens$/i;

/** Whether the name of a number says so. */
export function isSecretNumber(name: string): boolean {
  return isSecretVariable(name) && !COUNT.test(name);
}
