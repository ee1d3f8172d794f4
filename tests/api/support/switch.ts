import { once } from 'node:events';
import net from 'node:net';

/**
 * What leads to a server by one address: a proxy of connections that may be pointed elsewhere. Connections that are open stay
 * with their server, as behind an address that has moved.
 */
export class Switch {
  private readonly sockets = new Set<net.Socket>();
  private readonly server = net.createServer((incoming) => this.join(incoming));
  port = 0;

  private constructor(public target: number) {}

  static async to(target: number): Promise<Switch> {
    const made = new Switch(target);
    made.server.listen(0, '127.0.0.1');
    await once(made.server, 'listening');
    made.port = (made.server.address() as net.AddressInfo).port;
    return made;
  }

  private join(incoming: net.Socket): void {
    const outgoing = net.connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
