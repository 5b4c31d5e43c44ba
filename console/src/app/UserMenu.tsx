import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '@watchroom/contract/identity';
import { DropMenu, toastError } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';
import { call } from './call.ts';
import { initials } from './initials.ts';
import { useServerVersion, useSession } from './session.ts';
import classes from './shell.module.css';

const FRONTEND_VERSION = '1.0.810';
const SCHEMES = [
  { value: 'auto', title: 'System colours', icon: IconDeviceDesktop },
  { value: 'light', title: 'Light', icon: IconSun },
  { value: 'dark', title: 'Dark', icon: IconMoon },
] as const;

/** Account, colour scheme, versions and sign-out. */
export function UserMenu() {
  const { session } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const version = useServerVersion();
  const leave = useSignOut();
  const person = session?.person;
  const schemes = SCHEMES.map(({ value, title, icon: Icon }) => ({
    id: value,
    title,
    icon: <Icon size={16} stroke={1.6} />,
    isChosen: colorScheme === value,
    select: () => setColorScheme(value),
  }));
  const signOutEntry = {
    id: 'sign-out',
    title: 'Sign out',
    icon: <IconLogout size={16} stroke={1.6} />,
    select: () => void leave(),
  };
  return (
    <DropMenu
      label="Account"
      target={
        <button type="button" className={classes['avatar']} data-initials={person ? initials(person.name) : '···'}>
          <span className="ui-hidden">{person ? `Account of ${person.name}` : 'Menu'}</span>
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
      entries={person ? [...schemes, signOutEntry] : schemes}
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

function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call(signOut);
      await navigate({ to: '/login' });
      queries.clear();
    } catch (error) {
      toastError(errorMessage(error));
    }
  };
}
