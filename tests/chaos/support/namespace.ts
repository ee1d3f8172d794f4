import { execFileSync } from 'node:child_process';

/**
 * A network of its own for one server (Linux, as root): two virtual cables lead to it. The portal's can be cut without telling
 * either end; by the other one, boxes and the test itself always reach the server.
 */

export type Trouble = 'cut' | 'one way' | 'loss';

const run = (command: string, ...args: string[]) => void execFileSync(command, args, { stdio: 'pipe' });
const attempt = (command: string, ...args: string[]): boolean => {
  try {
    run(command, ...args);
    return true;
  } catch {
    return false;
  }
};
/** A range of its own for each run, so that two of them do not meet. */
const RANGE = `10.${64 + (process.pid % 128)}`;
const CABLE = 'portal0';
const SIDE = 'side0';

/** What is missing for networks of our own, as one sentence; undefined: nothing. */
export function missingForNetworks(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, to make networks';
  for (const program of ['ip', 'iptables'])
    if (!attempt('which', program)) return `it needs the program ${program} (Debian: iproute2, iptables)`;
  const name = `lift-try-${process.pid}`;
  if (!attempt('ip', 'netns', 'add', name)) return 'this machine makes no network namespaces';
  run('ip', 'netns', 'del', name);
  return undefined;
}

export class Namespace {
  /** Where the portal finds the server. */
  readonly address: string;
  /** Where everybody else finds it. */
  readonly sideAddress: string;
  readonly #name: string;
  readonly #ends: readonly string[];

  /** @param index a number of its own, 1 to 99 */
  constructor(name: string, index: number) {
    this.#name = `lift-${name}-${process.pid}`;
    this.address = `${RANGE}.${index}.2`;
    this.sideAddress = `${RANGE}.${index + 100}.2`;
    run('ip', 'netns', 'add', this.#name);
    this.#ends = [this.#cable(CABLE, index), this.#cable(SIDE, index + 100)];
    this.#inside('ip', 'link', 'set', 'lo', 'up');
  }

  #cable(inner: string, index: number): string {
    const outer = `lift${process.pid % 10_000}x${index}`;
    run('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', this.#name);
    run('ip', 'addr', 'add', `${RANGE}.${index}.1/24`, 'dev', outer);
    run('ip', 'link', 'set', outer, 'up');
    this.#inside('ip', 'addr', 'add', `${RANGE}.${index}.2/24`, 'dev', inner);
    this.#inside('ip', 'link', 'set', inner, 'up');
    return outer;
  }

  #inside(command: string, ...args: string[]): void {
    run('ip', 'netns', 'exec', this.#name, command, ...args);
  }

  /** The command that runs a program in here. */
  command(program: string, args: readonly string[]): [string, string[]] {
    return ['ip', ['netns', 'exec', this.#name, program, ...args]];
  }

  /** Packets vanish from now on: all, those of the server alone, or one in ten. */
  trouble(kind: Trouble): void {
    const drop = (chain: string, side: string, ...more: string[]) =>
      this.#inside('iptables', '-A', chain, side, CABLE, ...more, '-j', 'DROP');
    if (kind === 'loss') {
      const [outer = ''] = this.#ends;
      const netem = ['root', 'netem', 'loss', '10%'];
      if (
        attempt('tc', 'qdisc', 'add', 'dev', outer, ...netem) &&
        attempt('ip', 'netns', 'exec', this.#name, 'tc', 'qdisc', 'add', 'dev', CABLE, ...netem)
      )
        return;
      // A kernel without netem: the firewall loses as many.
      const share = ['-m', 'statistic', '--mode', 'random', '--probability', '0.1'];
      drop('INPUT', '-i', ...share);
      drop('OUTPUT', '-o', ...share);
      return;
    }
    drop('OUTPUT', '-o');
    if (kind === 'cut') drop('INPUT', '-i');
  }

  heal(): void {
    this.#inside('iptables', '-F');
    const [outer = ''] = this.#ends;
    attempt('tc', 'qdisc', 'del', 'dev', outer, 'root');
    attempt('ip', 'netns', 'exec', this.#name, 'tc', 'qdisc', 'del', 'dev', CABLE, 'root');
  }

  remove(): void {
    attempt('ip', 'netns', 'del', this.#name);
    for (const end of this.#ends) attempt('ip', 'link', 'del', end);
  }
}
