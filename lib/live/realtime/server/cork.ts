import type { Socket as NetSocket } from 'node:net';

/**
 * Sends all frames that a connection writes within one tick in one write. A separate system call per frame would be
 * most of a message's cost, and a commit with changes of many units makes as many frames for each watcher.
 *
 * A listener of engine.io's `flush`, one for all connections: `this` is the connection.
 */
export function corkThisTick(this: unknown): void {
  const { transport } = this as { transport: { socket?: { _socket?: NetSocket } } };
  // Long polling has no socket of its own.
  const wire = transport.socket?._socket;
  if (!wire || wire.writableCorked > 0) return;
  wire.cork();
  process.nextTick(() => wire.uncork());
}
