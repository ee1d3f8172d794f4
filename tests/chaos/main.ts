import * as clock from './parts/clock';
import * as disk from './parts/disk';
import * as jobs from './parts/jobs';
import * as network from './parts/network';
import * as outside from './parts/outside';
import * as upgrade from './parts/upgrade';
import { killAll } from './support/processes';
import { say } from './support/stage';

/** The parts of `npm run chaos` that start a portal of their own (scripts/lib/chaos.mjs builds it). */

export interface PartOptions {
  /** How often everything of a part is done. */
  readonly times: number;
  /** Seconds that a network is cut. */
  readonly cuts: readonly number[];
  /** Servers whose network is cut; none: all. */
  readonly only: readonly string[];
  /** Calls a second while versions change. */
  readonly rate: number;
}

interface Part {
  /** Why it cannot run here, as half a sentence. */
  missing(): string | undefined;
  run(options: PartOptions): Promise<boolean>;
}

const PARTS: Record<string, Part> = { outside, network, disk, clock, jobs, upgrade };

async function main(): Promise<void> {
  const [name = '', text = '{}'] = process.argv.slice(2);
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part "${name}".`);
  const missing = part.missing();
  if (missing !== undefined) {
    say(`  ${name} is skipped: ${missing}.`);
    process.exit(0);
  }
  const isWhole = await part.run(JSON.parse(text) as PartOptions);
  process.exit(isWhole ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    killAll();
    process.exit(130);
  });
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
