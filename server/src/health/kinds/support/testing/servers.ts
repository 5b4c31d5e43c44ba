export { createAuthority, createCertificate } from '../../../../../../libraries/outbound/tests/certificates.ts';
export {
  type DnsReply,
  freePort,
  serveDns,
  serveHttp,
  serveHttps,
  serveRaw,
} from '../../../../../../libraries/outbound/tests/servers.ts';
