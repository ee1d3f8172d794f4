import { z } from 'zod';
import { listen } from '@/lib/platform/db/listen';

/**
 * Hints to the relay over PostgreSQL's LISTEN/NOTIFY: a session was closed, a camera was changed. A hint makes it quick, the
 * rows make it true: the relay also reads them every few seconds.
 */

const CHANNEL = 'video';
const Fact = z.object({ topic: z.enum(['session', 'camera']), key: z.string().min(1).max(64) });
/** `session`: the video session of this id ended. `camera`: key, source, enabling or recording of this camera changed. */
export type VideoFact = z.infer<typeof Fact>;

interface SqlRunner {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** Announces facts; inside a transaction they leave with the commit. */
export async function notifyVideo(sql: SqlRunner, facts: readonly VideoFact[]): Promise<void> {
  const told = facts.map((fact) => JSON.stringify(fact));
  await sql.$executeRaw`SELECT pg_notify(${CHANNEL}, fact) FROM unnest(${told}::text[]) AS told(fact)`;
}

/** @returns the function that ends it */
export function onVideo(hear: (fact: VideoFact) => void, onListening: () => void): () => Promise<void> {
  return listen({
    channel: CHANNEL,
    onNotice(payload) {
      try {
        const fact = Fact.safeParse(JSON.parse(payload ?? '')).data;
        if (fact) hear(fact);
      } catch {
        // Not one of ours.
      }
    },
    onListening,
  });
}
