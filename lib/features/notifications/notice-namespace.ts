import { CountsBell } from './counts-bell';
import type { LiveChange } from '@/lib/live/units/live-message';
import { FloodBook } from './flood';
import { CHANNEL_TOPICS, readAcknowledged, readChannelItems } from './channel-items';
import { tailOutbox } from './outbox-tail';
import type { ChannelItem } from './channel-items';
import type { OutboxRow, OutboxTail } from './outbox-tail';
import { PreferenceCache } from './preferences';
import { NoticeConnection } from './notice-connection';
import { ROW_KINDS } from '@/lib/live/realtime/shared/notices';
import type { RowKind } from '@/lib/live/realtime/shared/notices';
import { wireSockets } from '@/lib/live/realtime/server/wire-sockets';
import type { WiringOptions } from '@/lib/live/realtime/server/wire-sockets';

/**
 * Topics of the outbox besides items: a message was acknowledged (its number), an account has read something (its
 * name).
 */
const ACK_TOPIC = 'noticeAck';
const READ_TOPIC = 'noticeRead';
const keysOf = (rows: readonly OutboxRow[], wanted: string) =>
  rows.flatMap(({ topic, key }) => (topic === wanted ? [key] : []));

/** The unit whose incident an item concerns: its messages, acknowledgements and call-outs. */
const unitOf = (news: ChannelItem): string[] =>
  news.kind === 'instant' ? [news.notice.equipmentNo].filter((no) => no !== null) : [news.fact.equipmentNo];

/**
 * Opens `/notification` (api.md §3.6): sends messages, as they are written, to those who may read them. Every process
 * follows the outbox itself and serves its own sockets; it starts with the first of them.
 */
export function openNotices(wiring: WiringOptions) {
  const preferences = new PreferenceCache();
  const flood = new FloodBook();
  let tail: OutboxTail | undefined;
  const { connections, stop } = wireSockets<NoticeConnection>({
    ...wiring,
    make: (socket, context, language) => new NoticeConnection(socket, { ...context, preferences, flood }, language),
    events: {
      notification: async (connection, payload, ack) => {
        tail ??= tailOutbox({
          topics: [...CHANNEL_TOPICS, ACK_TOPIC, READ_TOPIC],
          async onRows(written) {
            if (connections.size === 0) return;
            const [found, acknowledged] = await Promise.all([
              readChannelItems(written),
              readAcknowledged(keysOf(written, ACK_TOPIC)),
            ]);
            const readers = new Set(keysOf(written, READ_TOPIC));
            incidents.ring([...found, ...acknowledged].flatMap(unitOf));
            for (const kind of ROW_KINDS) rows[kind].ring(found.filter((news) => news.kind === kind).flatMap(unitOf));
            for (const listener of connections) {
              for (const news of found) listener.hear(news);
              for (const news of acknowledged) listener.hearAcks(news);
              if (readers.size > 0) listener.hearRead(readers, Date.now());
            }
          },
        });
        await tail.ready;
        await connection.subscribe(payload, ack);
      },
    },
  });
  const bell = new CountsBell(
    () => [...connections].filter((connection) => connection.wants('counts')),
    (error) => wiring.reportFault(error, 'counts'),
  );
  /** A signal for those who asked for `incidents`. */
  const bellOf = (
    tell: (connection: NoticeConnection, ...rung: Parameters<NoticeConnection['hearIncidents']>) => void,
  ) =>
    new CountsBell(
      () =>
        [...connections]
          .filter((connection) => connection.wants('incidents'))
          .map((connection) => ({ hearCounts: (...rung) => tell(connection, ...rung) })),
      (error) => wiring.reportFault(error, 'incidents'),
    );
  const incidents = bellOf((connection, ...rung) => connection.hearIncidents(...rung));
  const rows = {
    callback: bellOf((connection, places, at) => connection.hearRows('callback', places, at)),
    symptom: bellOf((connection, places, at) => connection.hearRows('symptom', places, at)),
  } as const satisfies Record<RowKind, CountsBell>;
  return {
    /** Receives changes of this or another process. */
    hear(changes: readonly LiveChange[]) {
      bell.hear(changes);
      incidents.hear(changes);
    },
    get sockets() {
      return connections.size;
    },
    async stop() {
      bell.stop();
      incidents.stop();
      for (const kind of ROW_KINDS) rows[kind].stop();
      stop();
      await tail?.stop();
    },
  };
}
