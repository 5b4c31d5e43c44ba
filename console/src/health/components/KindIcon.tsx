import {
  IconActivity,
  IconAddressBook,
  IconArrowsLeftRight,
  IconBox,
  IconBrandDocker,
  IconCertificate,
  IconCloud,
  IconDatabase,
  IconFolder,
  IconHeartbeat,
  IconMail,
  IconPlugConnected,
  IconRadar2,
  IconServer,
  IconTerminal2,
  IconWorld,
  IconWorldSearch,
} from '@tabler/icons-react';

// The icon font as a whole is a megabyte; a kind whose icon is missing here gets the heartbeat.
const ICONS: Readonly<Record<string, typeof IconWorld>> = {
  activity: IconActivity,
  'address-book': IconAddressBook,
  'arrows-left-right': IconArrowsLeftRight,
  box: IconBox,
  'brand-docker': IconBrandDocker,
  certificate: IconCertificate,
  cloud: IconCloud,
  database: IconDatabase,
  folder: IconFolder,
  mail: IconMail,
  plug: IconPlugConnected,
  'plug-connected': IconPlugConnected,
  'radar-2': IconRadar2,
  server: IconServer,
  terminal: IconTerminal2,
  world: IconWorld,
  'world-search': IconWorldSearch,
};

/** Icon by its Tabler name. */
export function KindIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  const Icon = ICONS[name ?? ''] ?? IconHeartbeat;
  return <Icon size={size} stroke={1.6} color="var(--ui-muted)" aria-hidden style={{ flex: 'none' }} />;
}
