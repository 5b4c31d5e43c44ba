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

/** Why a connection cannot be used, as a sentence without a secret. */
export class UnusableConnection extends Error {
  override readonly name = 'UnusableConnection';
}

/** Finds the connections that checks and other documents name. Exactly one room of a process has it. */
export interface Connections {
  /**
   * What is stored now, so that a change reaches the next use.
   * @param reference `connection://…`, an id, or an address (response reference 4.4).
   * @param namespace of the document that names it.
   * @throws UnusableConnection
   */
  find(reference: string, namespace: string): Promise<Connection>;
}
