import { hash, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { OutboundError, reasonOf, systemCode } from './outbound-error.ts';

export interface TlsOptions {
  /** Default true. With false the certificate is reported but not judged. */
  rejectUnauthorized?: boolean;
  /** PEM text of the authorities to trust instead of the built-in ones. */
  ca?: string;
  /** PEM text of the certificate and key to show to the server. */
  cert?: string;
  key?: string;
  /** The name to ask for and to verify, when it is not the host. */
  servername?: string;
  /** ms for the TLS handshake alone. */
  handshakeTimeout?: number;
}

export interface CertificateInfo {
  validFrom: Date;
  validTo: Date;
  /** `CN=example.com, O=Example` */
  subject: string;
  issuer: string;
  /** `DNS:example.com, IP Address:127.0.0.1`, '' when absent */
  names: string;
}

// Building a context costs 0.1 ms without and over 1 ms with an own authority; thousands of checks share a handful.
const contexts = new Map<string, SecureContext>();
const maxContexts = 200;

/** Identifies what a connection trusts and shows; equal keys may share connections. */
export function trustKey(options: TlsOptions): string {
  const { ca, cert, key, servername = '', rejectUnauthorized = true } = options;
  return `${servername} ${rejectUnauthorized} ${contextKey(ca, cert, key)}`;
}

/** Throws `bad_request` when a PEM text cannot be read. */
export function secureContextFor(options: TlsOptions): SecureContext {
  const { ca, cert, key } = options;
  const id = contextKey(ca, cert, key);
  const known = contexts.get(id);
  if (known !== undefined) return known;
  const context = buildContext({ ca, cert, key });
  if (contexts.size >= maxContexts) contexts.clear();
  contexts.set(id, context);
  return context;
}

function contextKey(ca: string | undefined, cert: string | undefined, key: string | undefined): string {
  if (ca === undefined && cert === undefined && key === undefined) return '';
  return hash('sha256', JSON.stringify([ca ?? null, cert ?? null, key ?? null]));
}

function buildContext(parts: {
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}): SecureContext {
  try {
    // OpenSSL takes an authority without a certificate in silence, and then trusts nobody.
    if (parts.ca !== undefined) new X509Certificate(parts.ca);
    return createSecureContext(parts);
  } catch (error) {
    throw new OutboundError(
      'bad_request',
      `The certificate, key or authority to use cannot be read: ${reasonOf(error)}`,
      {
        detail: systemCode(error),
        cause: error,
      },
    );
  }
}

/** What the server showed, or undefined when it showed nothing. */
export function certificateOf(socket: TLSSocket): CertificateInfo | undefined {
  const shown = socket.getPeerX509Certificate();
  if (shown === undefined) return undefined;
  return {
    validFrom: new Date(shown.validFrom),
    validTo: new Date(shown.validTo),
    subject: shown.subject?.replaceAll('\n', ', ') ?? '',
    issuer: shown.issuer?.replaceAll('\n', ', ') ?? '',
    names: shown.subjectAltName ?? '',
  };
}

/** Why the certificate of an open connection is not trusted; undefined when it is. */
export function distrustOf(socket: TLSSocket, host: string): OutboundError | undefined {
  if (socket.authorized) return undefined;
  const detail = String(socket.authorizationError ?? 'unknown');
  return new OutboundError('tls', distrustSentence(detail, host, certificateOf(socket)), { detail });
}

function distrustSentence(detail: string, host: string, certificate: CertificateInfo | undefined): string {
  const issuer =
    certificate === undefined || certificate.issuer === '' ? 'an unnamed authority' : shorten(certificate.issuer);
  switch (detail) {
    case 'CERT_HAS_EXPIRED': {
      const own = certificate !== undefined && certificate.validTo.getTime() < Date.now();
      if (own) return `The certificate of ${host} expired on ${day(certificate.validTo)}`;
      return `A certificate in the chain of ${host} has expired`;
    }
    case 'CERT_NOT_YET_VALID': {
      if (certificate === undefined) return `The certificate of ${host} is not valid yet`;
      return `The certificate of ${host} is valid only from ${day(certificate.validFrom)}`;
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The certificate of ${host} is self-signed; give it as authority to trust it`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of ${host} comes from an authority that is not trusted here: ${issuer}`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The server of ${host} does not send the certificate of its authority (${issuer}), so it cannot be verified`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = certificate === undefined || certificate.names === '' ? 'no name' : shorten(certificate.names);
      return `The certificate shown by ${host} is not for that name; it is for ${names}`;
    }
    default:
      return `The certificate of ${host} is not trusted (${detail})`;
  }
}

/** The error of a handshake that broke off. */
export function handshakeError(error: unknown, host: string, endpoint: string): OutboundError {
  const detail = systemCode(error);
  if (detail === 'ECONNRESET') {
    return new OutboundError('tls', `${endpoint} closed the connection during the TLS handshake`, {
      detail,
      cause: error,
    });
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_OVERFLOW|UNEXPECTED_MESSAGE/.test(detail)) {
    return new OutboundError('tls', `${endpoint} does not speak TLS on that port`, { detail, cause: error });
  }
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|NO_PROTOCOLS/.test(detail)) {
    return new OutboundError('tls', `${endpoint} speaks only versions of TLS that are too old`, {
      detail,
      cause: error,
    });
  }
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE/.test(detail)) {
    return new OutboundError(
      'tls',
      `${endpoint} refused the TLS handshake, perhaps for want of a client certificate (${detail})`,
      {
        detail,
        cause: error,
      },
    );
  }
  return new OutboundError('tls', `The TLS handshake with ${host} failed: ${reasonOf(error)}`, {
    detail,
    cause: error,
  });
}

// A certificate may hold hundreds of names, and the server chose them.
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function day(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an unreadable date' : date.toISOString().slice(0, 10);
}
