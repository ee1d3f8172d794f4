import { once } from 'node:events';
import net from 'node:net';

/** What an ingress does on the level of connections: takes turns, and passes over a process that takes none. */

export interface Ingress {
  readonly port: number;
  close(): Promise<void>;
}

export async function openIngress(ports: readonly number[]): Promise<Ingress> {
  const sockets = new Set<net.Socket>();
  let turn = 0;
  const server = net.createServer({ allowHalfOpen: true }, (incoming) => {
    sockets.add(incoming);
    incoming.on('error', () => incoming.destroy()).once('close', () => sockets.delete(incoming));
    turn += 1;
    const attempt = (left: number, at: number) => {
      if (left === 0) return void incoming.destroy();
      const outgoing = net.connect({ port: ports[at % ports.length] ?? 0, host: '127.0.0.1', allowHalfOpen: true });
      let isOpen = false;
      outgoing.once('connect', () => {
        isOpen = true;
        incoming.pipe(outgoing).pipe(incoming);
        incoming.once('close', () => outgoing.destroy());
      });
      outgoing.once('error', () => (isOpen ? incoming.destroy() : attempt(left - 1, at + 1)));
    };
    attempt(ports.length, turn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
