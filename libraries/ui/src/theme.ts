import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// Mantine wants ten shades; ours is one hue whose steps live in theme.css.
const accent: MantineColorsTuple = [
  'var(--ui-accent-soft)',
  'var(--ui-accent-soft)',
  'var(--ui-accent-soft)',
  'var(--ui-accent)',
  'var(--ui-accent)',
  'var(--ui-accent)',
  'var(--ui-accent-fill)',
  'var(--ui-accent-fill-hover)',
  'var(--ui-accent-text)',
  'var(--ui-accent-text)',
];

const floating = { shadow: 'none', transitionProps: { duration: 120, transition: 'fade' as const } };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: 'var(--ui-font)',
  fontFamilyMonospace: 'var(--ui-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  defaultRadius: 'var(--ui-radius)',
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false, comboboxProps: floating } },
    TagsInput: { defaultProps: { size: 'xs', comboboxProps: floating } },
    Switch: { defaultProps: { size: 'xs' } },
    Popover: { defaultProps: floating },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--ui-surface)',
  '--mantine-color-text': 'var(--ui-text)',
  '--mantine-color-dimmed': 'var(--ui-muted)',
  '--mantine-color-placeholder': 'var(--ui-faint)',
  '--mantine-color-anchor': 'var(--ui-accent-text)',
  '--mantine-color-error': 'var(--ui-unhealthy-text)',
  '--mantine-color-default': 'var(--ui-surface)',
  '--mantine-color-default-hover': 'var(--ui-hover)',
  '--mantine-color-default-color': 'var(--ui-text)',
  '--mantine-color-default-border': 'var(--ui-border)',
  '--mantine-color-disabled': 'var(--ui-hover)',
  '--mantine-color-disabled-color': 'var(--ui-faint)',
  '--mantine-color-disabled-border': 'var(--ui-line)',
  '--mantine-color-accent-filled': 'var(--ui-accent-fill)',
  '--mantine-color-accent-filled-hover': 'var(--ui-accent-fill-hover)',
  '--mantine-color-accent-light': 'var(--ui-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--ui-accent-soft)',
  '--mantine-color-accent-light-color': 'var(--ui-accent-text)',
  '--mantine-color-accent-outline': 'var(--ui-accent)',
  '--mantine-primary-color-filled': 'var(--ui-accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--ui-accent-fill-hover)',
  '--mantine-primary-color-light': 'var(--ui-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--ui-accent-text)',
};

/** Maps Mantine's variables to the tokens of theme.css, so that both themes are decided in that one file. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: shared, light: shared, dark: shared });
