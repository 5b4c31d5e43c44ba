import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties carry grid tracks and counts into the style sheets. */
    [name: `--${string}`]: string | number | undefined;
  }
}
