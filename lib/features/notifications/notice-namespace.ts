import { CountsBell } from './counts-bell';
import type { LiveChange } from '@/lib/live/units/live-message';
import { FloodBook } from './flood';
import { NEWS_TOPICS, readAcknowledged, readNews } from './news';
import { tailOutbox } from './outbox-tail';
import type { News } from './news';
import type { OutboxRow, Tail } from './outbox-tail';
import { PreferenceCache } from './preferences';
import { NoticeConnection } from './notice-connection';
import { wireSockets } from '@/lib/live/realtime/server/wire-sockets';
import type { WiringOptions } from '@/lib/live/realtime/server/wire-sockets';

/** Topics of the outbox besides news: a message was acknowledged (its number), an account has read something (its name). */
const ACK_TOPIC = 'noticeAck';
const READ_TOPIC = 'noticeRead';
const keysOf = (rows: readonly OutboxRow[], wanted: string) =>
  rows.flatMap(({ topic, key }) => (topic === wanted ? [key] : []));

/** The unit whose incident a piece of news is about: its messages, acknowledgements and call-outs. */
const unitOf = (news: News): string[] =>
  news.kind === 'instant' ? [news.notice.equipmentNo].filter((no) => no !== null) : [news.fact.equipmentNo];

/**
 * Opens `/notification` (api.md §3.6): messages as they are written, to those who may read them. Every process follows the
 * outbox itself and serves its own sockets; it begins with the first of them.
 */
export function openNotices(wiring: WiringOptions) {
  const preferences = new PreferenceCache();
  const flood = new FloodBook();
  let tail: Tail | undefined;
  const { connections, stop } = wireSockets<NoticeConnection>({
    ...wiring,
    make: (socket, context, language) => new NoticeConnection(socket, { ...context, preferences, flood }, language),
    events: {
      notification: async (connection, payload, ack) => {
        tail ??= tailOutbox({
          topics: [...NEWS_TOPICS, ACK_TOPIC, READ_TOPIC],
          async onRows(rows) {
            if (connections.size === 0) return;
            const [found, acknowledged] = await Promise.all([
              readNews(rows),
              readAcknowledged(keysOf(rows, ACK_TOPIC)),
            ]);
            const readers = new Set(keysOf(rows, READ_TOPIC));
            incidents.ring([...found, ...acknowledged].flatMap(unitOf));
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
  const incidents = new CountsBell(
    () =>
      [...connections]
        .filter((connection) => connection.wants('incidents'))
        .map((connection) => ({
          hearCounts: (places, at, isUrgent) => connection.hearIncidents(places, at, isUrgent),
        })),
    (error) => wiring.reportFault(error, 'incidents'),
  );
  return {
    /** What changed in this or another process. */
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
      stop();
      await tail?.stop();
    },
  };
}
