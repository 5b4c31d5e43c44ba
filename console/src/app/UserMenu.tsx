import { useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { DropMenu } from '@watchroom/ui';
import { COLOR_SCHEMES } from './color-schemes.ts';
import { useFrame } from './frame.ts';
import { useHelpEntries } from './HelpMenu.tsx';
import { initials } from './initials.ts';
import { useServerVersion, useSession } from './session.ts';
import classes from './shell.module.css';

const FRONTEND_VERSION = '1.0.810';

/** Account, colour scheme, versions and sign-out; on a phone help too, for which its top bar has no room. */
export function UserMenu() {
  const { session } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const version = useServerVersion();
  const navigate = useNavigate();
  const { pathname, searchStr } = useLocation();
  const person = session?.person;
  const { openMenu, account, signOut } = useFrame();
  const isPhone = openMenu !== undefined;
  const help = useHelpEntries();
  const schemes = COLOR_SCHEMES.map(({ value, title, icon: Icon }) => ({
    id: value,
    title,
    icon: <Icon size={16} stroke={1.6} />,
    isChosen: colorScheme === value,
    select: () => setColorScheme(value),
  }));
  const places = account.map(({ path, title, icon: Icon }) => ({
    id: path,
    title,
    icon: <Icon size={16} stroke={1.6} />,
    select: () => void navigate({ to: path, search: { return_to: pathname + searchStr } }),
  }));
  const signOutEntry = {
    id: 'sign-out',
    title: 'Sign out',
    icon: <IconLogout size={16} stroke={1.6} />,
    select: signOut,
  };
  return (
    <DropMenu
      label="Account"
      target={
        <button type="button" className={classes['avatar']} data-initials={person ? initials(person.name) : '···'}>
          <span className="ui-hidden">{person ? `Account of ${person.name}` : 'Browser settings'}</span>
        </button>
      }
      header={
        person && (
          <div className={classes['person']}>
            <strong className="ui-cut">{person.name}</strong>
            <span className="ui-cut">{person.email}</span>
          </div>
        )
      }
      entries={[...(person ? places : []), ...(isPhone ? help : []), ...schemes, ...(person ? [signOutEntry] : [])]}
      footer={
        <p className={classes['versions']}>
          Frontend {FRONTEND_VERSION}
          <br />
          Backend {version ?? '…'}
        </p>
      }
    />
  );
}
