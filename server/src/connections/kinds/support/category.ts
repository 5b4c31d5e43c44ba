import { kinds } from '../registry.generated.ts';
import type { ConnectionKind } from './define.ts';

const byType = new Map<string, ConnectionKind>(Object.entries(kinds));

/** `notification` for services that messages are sent through, as clients of the wire contract ask for them; else empty. */
export function categoryOf(type: string): string {
  return byType.get(type)?.group === 'Notifications' ? 'notification' : '';
}
