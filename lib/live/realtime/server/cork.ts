import type { Socket as NetSocket } from 'node:net';

/**
 * Frames that a connection sends within one tick leave in one write. Each frame by itself would be a system call, most of
 * what a message costs; a commit with changes of many units makes as many frames for everyone who watches them.
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
