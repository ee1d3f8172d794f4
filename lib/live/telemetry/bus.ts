import { EventEmitter } from 'node:events';
import type { LiveChange } from '@/lib/live/units/live-message';

/**
 * Passes changes on inside one gateway process: ingest says what a commit changed, realtime sends it to rooms. Without
 * listeners it costs nothing. Other gateways hear of them from the server of the namespace (`realtime/server/server.ts`).
 */
class LiveBus {
  readonly #emitter = new EventEmitter();

  /** Called once per batch, after its commit, in the order of commits. */
  publish(changes: readonly LiveChange[]): void {
    this.#emitter.emit('changed', changes);
  }

  /** @returns the function that ends the subscription. */
  subscribe(listener: (changes: readonly LiveChange[]) => void): () => void {
    this.#emitter.on('changed', listener);
    return () => this.#emitter.off('changed', listener);
  }
}

export const liveBus = new LiveBus();
