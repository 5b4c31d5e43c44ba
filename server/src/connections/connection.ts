/** A connection that is ready for use: references resolved, templates rendered, secrets in clear. */
export interface Connection {
  /** Undefined for one that is not stored: a plain address, or a form that is being tried. */
  readonly id: string | undefined;
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  /** Empty where the type has none. */
  readonly url: string;
  /** Empty where there is none, as the next two. */
  readonly username: string;
  readonly password: string;
  readonly certificate: string;
  /** Accept any certificate. */
  readonly insecureTls: boolean;
  readonly properties: Readonly<Record<string, string>>;
  /** Every text that no result, error or log may show. */
  readonly secrets: ReadonlySet<string>;
}
