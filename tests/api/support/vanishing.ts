import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';

/** A way to a server on which packets can vanish: connections stay open, nothing comes, and no new one is answered. */
export class Vanishing {
  readonly #filling: net.Socket[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async to(target: number): Promise<Vanishing> {
    const child = spawn(process.execPath, [path.join(__dirname, 'stoppable-proxy.mjs'), String(target)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('no output');
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return new Vanishing(child, Number(said.toString()));
  }

  async vanish(): Promise<void> {
    this.child.kill('SIGSTOP');
    for (let count = 0; count < 8; count += 1)
      this.#filling.push(net.connect(this.port, '127.0.0.1').on('error', () => undefined));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  return(): void {
    for (const socket of this.#filling.splice(0)) socket.destroy();
    this.child.kill('SIGCONT');
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.return();
    this.child.kill('SIGKILL');
    await gone;
  }
}
