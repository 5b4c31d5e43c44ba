import { ActionIcon } from '@mantine/core';
import { IconBook, IconFileText, IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { DropMenu, type MenuEntry } from '@watchroom/ui';
import { useFrame } from './frame.ts';
import classes from './shell.module.css';

const DOCUMENTATION = '/docs/';

/** The guide of the screen where it has one, the documentation, and the keys. */
export function useHelpEntries(): readonly MenuEntry[] {
  const { guide, openKeys } = useFrame();
  return [
    ...(guide
      ? [
          {
            id: 'guide',
            title: `Guide to ${guide.title}`,
            icon: <IconFileText size={16} stroke={1.6} />,
            href: guide.href,
          },
        ]
      : []),
    { id: 'documentation', title: 'Documentation', icon: <IconBook size={16} stroke={1.6} />, href: DOCUMENTATION },
    {
      id: 'keys',
      title: 'Keyboard shortcuts',
      icon: <IconKeyboard size={16} stroke={1.6} />,
      select: openKeys,
    },
  ];
}

/** Help in the top bar. A phone has these entries in the menu of the account. */
export function HelpMenu() {
  return (
    <DropMenu
      label="Help"
      target={
        <ActionIcon className={classes['help'] ?? ''} aria-label="Help" title="Help">
          <IconHelpCircle size={18} stroke={1.6} />
        </ActionIcon>
      }
      entries={useHelpEntries()}
    />
  );
}
