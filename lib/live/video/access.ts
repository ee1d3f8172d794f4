import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { equipmentInScope } from '@/lib/live/scope/equipment-scope';
import { WATCH } from './stream-protocol';

/**
 * Authority, data strategy and scope as they are now. They are checked when a stream is opened and as long as it lasts.
 */
export async function mayWatch(actor: Actor, equipmentNo: string): Promise<boolean> {
  if (!may(actor, { access: WATCH })) return false;
  const [{ dataGroups }, inScope] = await Promise.all([strategyOf(actor), equipmentInScope(actor, [equipmentNo])]);
  return dataGroups.includes('video') && inScope.has(equipmentNo);
}
