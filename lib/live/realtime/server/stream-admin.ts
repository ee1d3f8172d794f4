import { hasAny } from '@/lib/platform/contract/authorities';
import { MANAGE_AUTHORITIES } from './access';
import { LIST_ROWS } from '@/lib/live/realtime/shared/events';
import type { SubscriptionRow } from '@/lib/live/realtime/shared/events';
import type { RtcConnection } from './rtc-connection';
import { ListPayload, UnsubscribePayload } from './schemas';
import type { SocketAck } from './socket-caller';
import type { RemoteRtcSocket, RtcNamespace, StreamOrder } from './socket-types';

/** `list` and `unsubscribe` of `/rtc` (api.md §3.2, §3.5): who watches what, in all processes. */

export interface StreamAdmin {
  namespace: RtcNamespace;
  /** Carries an order out here and in every other process. */
  order(order: StreamOrder): void;
}

const SCOPE_CHUNK = 1000;

function rowsOf(
  sockets: readonly RemoteRtcSocket[],
  isWanted: (equipmentNo: string) => boolean,
): Map<string, SubscriptionRow> {
  const rows = new Map<string, SubscriptionRow>();
  for (const { data } of sockets) {
    for (const [equipmentNo, { equipmentType, since }] of Object.entries(data.streams ?? {})) {
      if (!isWanted(equipmentNo)) continue;
      const row = rows.get(equipmentNo) ?? { equipmentNo, equipmentType, clientSize: 0, client: [] };
      row.client.push({ user: data.username, clientId: data.clientId, since });
      rows.set(equipmentNo, row);
    }
  }
  for (const row of rows.values()) row.clientSize = new Set(row.client.map(({ user }) => user)).size;
  return rows;
}

/** Streams in the caller's scope, in the order of their numbers. An empty `numbers` is all. */
async function findStreams(
  admin: StreamAdmin,
  connection: RtcConnection,
  numbers: readonly string[],
  limit: number,
): Promise<SubscriptionRow[]> {
  const { actor, context } = connection;
  if (!actor) return [];
  const wanted = new Set(numbers);
  const rows = rowsOf(
    await admin.namespace.fetchSockets(),
    (equipmentNo) => wanted.size === 0 || wanted.has(equipmentNo),
  );
  const known = [...rows.keys()].sort();
  const found: SubscriptionRow[] = [];
  for (let start = 0; start < known.length && found.length < limit; start += SCOPE_CHUNK) {
    const chunk = known.slice(start, start + SCOPE_CHUNK);
    const allowed = await context.access.inScope(actor, chunk);
    for (const equipmentNo of chunk) {
      const row = rows.get(equipmentNo);
      if (row && allowed.has(equipmentNo)) found.push(row);
    }
  }
  return found.slice(0, limit);
}

export async function listStreams(
  admin: StreamAdmin,
  connection: RtcConnection,
  payload: unknown,
  ack: SocketAck,
): Promise<void> {
  const answer = (message: { code: number; message: string; data?: SubscriptionRow[] }) => {
    if (ack) ack(message);
    else connection.socket.emit('list', message);
  };
  const actor = connection.requireActor(ack, []);
  if (!actor) return;
  if (!hasAny(actor, MANAGE_AUTHORITIES)) {
    const refusal = { code: 403, message: connection.forbiddenText };
    connection.socket.emit('sms_error', refusal);
    return answer(refusal);
  }
  const filter = ListPayload.safeParse(payload);
  if (!filter.success) return connection.refuse({ code: 400, message: 'list takes an array of {equipmentNo}' }, ack);
  const numbers = filter.data.map(({ equipmentNo }) => equipmentNo);
  const rows = await findStreams(admin, connection, numbers, LIST_ROWS);
  const accountOf = await connection.context.access.accounts(
    actor,
    rows.flatMap(({ client }) => client.map(({ user }) => user)),
  );
  const named = rows.map((row) => ({
    ...row,
    client: row.client.map((one) => ({ ...one, user: accountOf(one.user)?.username ?? null })),
  }));
  answer({ code: 200, message: 'success', data: named });
}

export async function unsubscribeStreams(
  admin: StreamAdmin,
  connection: RtcConnection,
  payload: unknown,
  ack: SocketAck,
): Promise<void> {
  const actor = connection.requireActor(ack, []);
  if (!actor) return;
  const items = UnsubscribePayload.safeParse(payload);
  if (!items.success)
    return connection.refuse({ code: 400, message: 'unsubscribe takes an array of {equipmentNo, equipmentType}' }, ack);
  const answer = (removed: number) => {
    const message = { code: 200, message: 'success', data: { removed } };
    if (ack) ack(message);
    else connection.socket.emit('unsubscribe', message);
  };
  const ending = items.data.filter(({ refresh }) => !refresh).map(({ equipmentNo }) => equipmentNo);
  const refreshing = items.data.filter(({ refresh }) => refresh).map(({ equipmentNo }) => equipmentNo);
  if (!hasAny(actor, MANAGE_AUTHORITIES)) {
    const own = connection.context.hub.drop(connection.subscriber, ending);
    answer(own.length);
    return connection.refresh(items.data.length === 0 ? [...connection.subscriber.streams.keys()] : refreshing);
  }
  const found = await findStreams(admin, connection, [...ending, ...refreshing], Infinity);
  const inScope = new Set(found.map(({ equipmentNo }) => equipmentNo));
  const end = [...new Set(ending)].filter((equipmentNo) => inScope.has(equipmentNo));
  const refresh =
    items.data.length === 0 ? [...inScope] : [...new Set(refreshing)].filter((equipmentNo) => inScope.has(equipmentNo));
  answer(end.length);
  admin.order({ end, refresh });
}
