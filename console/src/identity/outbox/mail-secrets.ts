/** What a mail hands to its reader. */
export interface MailSecrets {
  /** An address with a token: a plain one, such as that of the sign-in, opens nothing. */
  readonly link: string | undefined;
  /** Six digits on a line of their own. */
  readonly code: string | undefined;
}

/** Finds the link and the code in the text of a mail. */
export function mailSecrets(body: string): MailSecrets {
  return {
    link: /https?:\/\/[^\s?]+\?\S+/.exec(body)?.[0],
    code: /^[ \t]*(\d{6})[ \t]*$/m.exec(body)?.[1],
  };
}
