import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Toasts } from './feedback/Toasts.tsx';
import { cssVariables, theme } from './theme.ts';
import './mantine.css';
import './overrides.css';

/** Theme, colour scheme (follows the system until a person chooses) and the place where toasts appear. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
      <Toasts />
    </MantineProvider>
  );
}
