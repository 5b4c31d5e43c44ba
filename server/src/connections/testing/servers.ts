export { createAuthority, createCertificate } from '../../../../libraries/outbound/tests/certificates.ts';
export { freePort, serveHttp, serveHttps, serveRaw } from '../../../../libraries/outbound/tests/servers.ts';
