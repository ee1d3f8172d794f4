import { Readable } from 'node:stream';
import type { PublishPacket } from 'aedes';

/** What aedes asks of its store for retained messages. */
export interface RetainedStore {
  /** Keeps the message of a topic in place of the one before; an empty one ends it. */
  storeRetained(packet: PublishPacket): Promise<void>;
  /** The retained messages of the topics that a client has just subscribed to. */
  createRetainedStreamCombi(topics: readonly string[]): Readable;
}

/**
 * Finds retained messages by their topic. aedes' own store tries each subscription on every message it keeps, because a filter
 * could hold wildcards: with two messages a box, boxes that come back after a restart would cost the square of their number. A box
 * may subscribe to whole topics of its own only (`maySubscribe`), so the topic is the key.
 */
export function lookUpRetained(store: RetainedStore): void {
  const kept = new Map<string, PublishPacket>();
  store.storeRetained = (packet) => {
    if (packet.payload.length === 0) kept.delete(packet.topic);
    else kept.set(packet.topic, { ...packet });
    return Promise.resolve();
  };
  store.createRetainedStreamCombi = (topics) => Readable.from(topics.flatMap((topic) => kept.get(topic) ?? []));
}
