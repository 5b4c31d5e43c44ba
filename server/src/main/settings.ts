import { isIP } from 'node:net';
import { list, oneOf, text, type ValuesOf, wholeNumber, yesNo } from '../platform/config/setting.ts';
import { LOG_LEVELS } from '../platform/log/logger.ts';

/** The settings that belong to no room. */
export const SERVER_SETTINGS = {
  host: text(
    {
      env: 'HOST',
      flag: 'host',
      shape: 'ADDRESS',
      description: 'Address to listen on; 0.0.0.0 or :: for every interface.',
    },
    '127.0.0.1',
  ),
  port: wholeNumber(
    { env: 'PORT', flag: 'port', shape: 'PORT', description: 'TCP port to listen on; 0 picks a free one.' },
    [0, 65_535],
    8080,
  ),
  data: text(
    {
      env: 'WATCHROOM_DATA',
      flag: 'data',
      shape: 'FOLDER',
      description: 'Folder for the embedded database and the keys; created when missing.',
    },
    'data',
  ),
  databaseUrl: text(
    {
      env: 'DATABASE_URL',
      flag: 'database-url',
      shape: 'URL',
      description: 'A PostgreSQL 15 or newer to use instead of the embedded one; its user owns the database.',
    },
    undefined,
    (value) =>
      /^postgres(ql)?:\/\//.test(value)
        ? undefined
        : 'does not begin with postgres://; write postgres://user:password@host:5432/name',
  ),
  url: text(
    {
      env: 'WATCHROOM_URL',
      flag: 'url',
      shape: 'URL',
      description: 'Address under which people reach the console; decides cookies, links and redirects.',
    },
    undefined,
    (value) =>
      /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')
        ? undefined
        : `is "${value}"; use an address such as https://watch.example.com`,
  ),
  trustedProxies: list(
    {
      env: 'WATCHROOM_TRUSTED_PROXIES',
      flag: 'trusted-proxies',
      shape: 'ADDRESS,…',
      description: 'Addresses or networks of reverse proxies whose X-Forwarded headers are believed.',
    },
    network,
  ),
  key: text(
    {
      env: 'WATCHROOM_KEY',
      flag: 'key',
      shape: 'BASE64',
      description:
        'Master key, 32 random bytes in base64 (openssl rand -base64 32); required with DATABASE_URL, else made in the data folder.',
    },
    undefined,
    (value) =>
      Buffer.from(value, 'base64').length === 32
        ? undefined
        : 'is not 32 bytes in base64; make one with: openssl rand -base64 32',
  ),
  rolePrefix: text(
    {
      env: 'WATCHROOM_ROLE_PREFIX',
      flag: 'role-prefix',
      shape: 'TEXT',
      description: 'Prefix of the names of database roles, which all databases of a PostgreSQL server share.',
    },
    'watchroom_',
    (value) =>
      /^[a-z][a-z0-9_]{0,30}$/.test(value) ? undefined : `is "${value}"; use lower-case letters, digits and _`,
  ),
  logLevel: oneOf(
    { env: 'WATCHROOM_LOG_LEVEL', flag: 'log-level', description: 'How much is logged.' },
    LOG_LEVELS,
    'info',
  ),
  only: oneOf(
    { env: 'WATCHROOM_ONLY', flag: 'only', description: 'Run only the HTTP API or only the workers.' },
    ['all', 'api', 'worker'],
    'all',
  ),
  countTimeout: wholeNumber(
    {
      env: 'WATCHROOM_COUNT_TIMEOUT',
      flag: 'count-timeout',
      shape: 'MILLISECONDS',
      description:
        'A count in the data API that takes longer is replaced by an estimate, and a header says so; 0 always counts exactly.',
    },
    [0, 30_000],
    0,
  ),
  dnsServers: list(
    {
      env: 'WATCHROOM_DNS_SERVERS',
      flag: 'dns-servers',
      shape: 'ADDRESS,…',
      description: 'Name servers for every look-up of checks, instead of those of the system.',
    },
    (item) =>
      isIP(item.replace(/^\[|\](:\d+)?$|(?<=\.\d+):\d+$/g, '')) ? undefined : `has "${item}", which is no address`,
  ),
  outboundPrivate: yesNo(
    {
      env: 'WATCHROOM_OUTBOUND_PRIVATE',
      flag: 'outbound-private',
      description: 'Whether checks may reach private networks and this machine.',
    },
    true,
  ),
  outboundLinkLocal: yesNo(
    {
      env: 'WATCHROOM_OUTBOUND_LINK_LOCAL',
      flag: 'outbound-link-local',
      description: 'Whether checks may reach link-local and cloud metadata addresses, which hand out credentials.',
    },
    false,
  ),
  outboundDeny: list(
    {
      env: 'WATCHROOM_OUTBOUND_DENY',
      flag: 'outbound-deny',
      shape: 'NETWORK,…',
      description: 'Networks that checks may never reach, for example 10.1.0.0/16.',
    },
    network,
  ),
  outboundAllow: list(
    {
      env: 'WATCHROOM_OUTBOUND_ALLOW',
      flag: 'outbound-allow',
      shape: 'NETWORK,…',
      description: 'Networks that checks may reach even if another rule denies them.',
    },
    network,
  ),
};

export type Config = ValuesOf<typeof SERVER_SETTINGS>;

function network(item: string): string | undefined {
  const [address = '', bits] = item.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && fits ? undefined : `has "${item}"; use an address or a network such as 10.0.0.0/8`;
}
