/** An OpenID Connect provider that may sign people in, as it was configured. */
export interface OidcProvider {
  /** In addresses and in the database: lower-case letters, digits and dashes. */
  readonly id: string;
  /** On the button: "Sign in with …". */
  readonly label: string;
  /** `github` speaks OAuth 2 with an API of its own instead of OpenID Connect. */
  readonly dialect: 'oidc' | 'github';
  /** Where its discovery document is looked for. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}
