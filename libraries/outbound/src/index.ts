export type { AddressPolicyOptions } from './address-policy.ts';
export { type DnsAnswer, type DnsRecord, type DnsType, dnsTypes } from './dns-question.ts';
export type { HttpAnswer, HttpRequest, HttpTimings } from './http-request.ts';
export type { Address } from './name-cache.ts';
export type { ResolverOptions } from './name-resolver.ts';
export {
  createOutbound,
  type DnsQuestion,
  type HttpSession,
  type OpenSocket,
  type Outbound,
  type OutboundOptions,
  type SocketRequest,
  type TcpProbe,
} from './outbound.ts';
export { readText } from './read-text.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export type { CertificateInfo, TlsOptions } from './tls-trust.ts';
