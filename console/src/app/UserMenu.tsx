import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '@watchroom/contract/identity';
import { toastError } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';
import { call } from './call.ts';
import { useServerVersion, useSession } from './session.ts';
import classes from './shell.module.css';

const FRONTEND_VERSION = '1.0.810';
const SCHEMES = [
  { value: 'auto', title: 'System', icon: IconDeviceDesktop },
  { value: 'light', title: 'Light', icon: IconSun },
  { value: 'dark', title: 'Dark', icon: IconMoon },
] as const;

/** Account, colour scheme, versions and sign-out. */
export function UserMenu() {
  const { session } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const version = useServerVersion();
  const person = session?.person;
  return (
    <Menu width={230}>
      <Menu.Target>
        <button type="button" className={classes['avatar']} data-initials={person ? initials(person.name) : '···'}>
          <span className="ui-hidden">{person ? `Account of ${person.name}` : 'Menu'}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {person && (
          <div className={classes['person']}>
            <strong className="ui-cut">{person.name}</strong>
            <span className="ui-cut">{person.email}</span>
          </div>
        )}
        {person && <Menu.Divider />}
        <Menu.Label>Colour scheme</Menu.Label>
        {SCHEMES.map(({ value, title, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} stroke={1.6} />}
            rightSection={colorScheme === value ? <IconCheck size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <div className={classes['versions']}>
          Frontend {FRONTEND_VERSION}
          <br />
          Backend {version ?? '…'}
        </div>
        {person && <SignOutItem />}
      </Menu.Dropdown>
    </Menu>
  );
}

function SignOutItem() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await call(signOut);
      await navigate({ to: '/login' });
      queries.clear();
    } catch (error) {
      toastError(errorMessage(error));
    }
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void leave()}>
        Sign out
      </Menu.Item>
    </>
  );
}

/** Up to two letters of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/[\s@.]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('') || '?';
}
