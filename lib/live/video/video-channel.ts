import { z } from 'zod';
import { listen } from '@/lib/platform/db/listen';

/**
 * Hints for the relay over PostgreSQL's LISTEN/NOTIFY: a session was closed, or a camera was changed. A hint only makes
 * it fast; the relay also reads the rows every few seconds, and the rows decide.
 */

const CHANNEL = 'video';
const Fact = z.object({ topic: z.enum(['session', 'camera']), key: z.string().min(1).max(64) });
/** `session`: the video session of this id ended. `camera`: key, source, state or recording of this camera changed. */
export type VideoFact = z.infer<typeof Fact>;

interface SqlRunner {
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** Announces facts. Inside a transaction they are sent with the commit. */
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
        // Not one of our messages.
      }
    },
    onListening,
  });
}
