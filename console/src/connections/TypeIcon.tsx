import {
  IconActivity,
  IconBell,
  IconBox,
  IconBrandAws,
  IconBrandAzure,
  IconBrandDiscord,
  IconBrandGit,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconBrandSlack,
  IconBrandTeams,
  IconBrandTelegram,
  IconBrandWindows,
  IconCloud,
  IconDatabase,
  IconFolder,
  IconMail,
  IconMessage,
  IconPlugConnected,
  IconServer,
  IconSparkles,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react';

// The icon font as a whole is a megabyte; a type whose icon is missing here gets the plug.
const ICONS: Readonly<Record<string, typeof IconWorld>> = {
  activity: IconActivity,
  bell: IconBell,
  box: IconBox,
  'brand-aws': IconBrandAws,
  'brand-azure': IconBrandAzure,
  'brand-discord': IconBrandDiscord,
  'brand-git': IconBrandGit,
  'brand-github': IconBrandGithub,
  'brand-gitlab': IconBrandGitlab,
  'brand-google': IconBrandGoogle,
  'brand-slack': IconBrandSlack,
  'brand-teams': IconBrandTeams,
  'brand-telegram': IconBrandTelegram,
  'brand-windows': IconBrandWindows,
  cloud: IconCloud,
  database: IconDatabase,
  folder: IconFolder,
  mail: IconMail,
  message: IconMessage,
  server: IconServer,
  sparkles: IconSparkles,
  webhook: IconWebhook,
  world: IconWorld,
};

/** Icon of a connection type by its Tabler name. */
export function TypeIcon({ name, size = 16 }: { readonly name: string | undefined; readonly size?: number }) {
  const Icon = ICONS[name ?? ''] ?? IconPlugConnected;
  return <Icon size={size} stroke={1.6} color="var(--ui-muted)" aria-hidden style={{ flex: 'none' }} />;
}
