import type { ReactNode } from 'react';

/** One part of the design system in its states. Each file of stories/ exports one by the name `story`. */
export interface Story {
  readonly title: string;
  readonly render: () => ReactNode;
}
