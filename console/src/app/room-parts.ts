import { type ComponentType, createContext, use } from 'react';
import type { ColumnChoice } from './table/columns/column-store.ts';
import type { ListShape } from './table/table-shape.ts';

/** What rooms add to the lists and resources of other rooms. The router provides it, so that these import no room. */
export interface RoomParts {
  readonly listMenus: readonly { readonly id: string; readonly Menu: ComponentType<ListMenuProps> }[];
  readonly resourceTabs: readonly {
    readonly id: string;
    readonly title: string;
    readonly Content: ComponentType<RoomTabProps>;
  }[];
}

/** A menu in the toolbar of every list. */
export interface ListMenu {
  readonly id: string;
  /** Imports the menu with the first list. */
  readonly load: () => Promise<ComponentType<ListMenuProps>>;
}

export interface ListMenuProps {
  readonly list: ListShape & { readonly label: string };
  readonly columns: {
    readonly choice: ColumnChoice;
    /** Whether the choice is a person's own, not the declared one. */
    readonly isChosen: boolean;
    readonly choose: (choice: ColumnChoice) => void;
    readonly reset: () => void;
  };
}

/** A tab on the page of every resource that jobs work on. */
export interface RoomTab {
  readonly id: string;
  readonly title: string;
  /** Imports the tab when it is first opened. */
  readonly load: () => Promise<ComponentType<RoomTabProps>>;
}

export interface RoomTabProps {
  /** As the runs of jobs name it, for example `canary`. */
  readonly resourceType: string;
  readonly resourceId: string;
}

export const RoomPartsContext = createContext<RoomParts>({ listMenus: [], resourceTabs: [] });

export function useRoomParts(): RoomParts {
  return use(RoomPartsContext);
}
