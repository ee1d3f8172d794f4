import { CountsBell } from './counts-bell';
import type { LiveChange } from '@/lib/live/units/live-message';
import { FloodBook } from './flood';
import { NEWS_TOPICS, readNews } from './news';
import { tailOutbox } from './outbox-tail';
import type { Tail } from './outbox-tail';
import { PreferenceCache } from './preferences';
import { NoticeConnection } from './notice-connection';
import { wireSockets } from '@/lib/live/realtime/server/wire-sockets';
import type { WiringOptions } from '@/lib/live/realtime/server/wire-sockets';

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
          topics: NEWS_TOPICS,
          async onRows(rows) {
            if (connections.size === 0) return;
            const found = await readNews(rows);
            for (const news of found) for (const listener of connections) listener.hear(news);
          },
        });
        await tail.ready;
        await connection.subscribe(payload, ack);
      },
    },
  });
  const bell = new CountsBell(
    () => [...connections].filter(({ wantsCounts }) => wantsCounts),
    (error) => wiring.reportFault(error, 'counts'),
  );
  return {
    /** What changed in this or another process. */
    hear: (changes: readonly LiveChange[]) => bell.hear(changes),
    get sockets() {
      return connections.size;
    },
    async stop() {
      bell.stop();
      stop();
      await tail?.stop();
    },
  };
}
