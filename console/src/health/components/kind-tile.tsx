import type { ListedKind } from '@watchroom/contract/kinds';
import type { ResourceTile } from '../../app/resources/resource.ts';
import { KindIcon } from './KindIcon.tsx';

/** A kind as it is shown where one is chosen. */
export function kindTile({ id, title, summary, icon, group, documentKey }: ListedKind): ResourceTile {
  const tile = { id, title, summary, documentKey, icon: <KindIcon name={icon} size={22} /> };
  return group === undefined ? tile : { ...tile, group };
}
