import { quantile } from '../../bench/support/measure';
import { PARTS, runChaos } from './chaos';

/** `npm run chaos`: the run of many kills on the portal that scripts/lib/chaos.mjs has started, and its figures. */

const AIM_MS = 3000;
/** Most runs are over 20 s, after which a process counts as steady again; some are not. */
const GAP_MS = [10_000, 30_000] as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const port = (name: string) => {
  const value = Number(process.env[name]);
  if (!Number.isInteger(value) || value <= 0) throw new Error(`${name} is not set: run this by npm run chaos`);
  return value;
};

async function main(): Promise<void> {
  const kills = Number(process.argv[2]);
  const startedAt = Date.now();
  const outcome = await runChaos({
    url: process.env.E2E_URL ?? '',
    gatewayPort: port('E2E_GATEWAY_PORT'),
    mqttPort: port('E2E_MQTT_PORT'),
    kills,
    gapMs: GAP_MS,
    boxes: 20,
    ratePerSec: 2,
    say: (line) => say(`  ${line}`),
  });
  const { recoveriesMs, lost, duplicated } = outcome;
  const share = (values: readonly number[], part: number) => Math.round(quantile(values, part));
  const line = (name: string, values: readonly number[]) =>
    say(
      `${name.padEnd(10)} ${String(values.length).padStart(4)} kills, back after: median ${share(values, 0.5)} ms, p95 ${share(values, 0.95)} ms, longest ${share(values, 1)} ms`,
    );
  say('');
  for (const part of PARTS) line(part, recoveriesMs[part]);
  const all = PARTS.flatMap((part) => recoveriesMs[part]);
  line('all', all);
  say(`Aim: p95 ≤ ${AIM_MS} ms, ${share(all, 0.95) <= AIM_MS ? 'met' : 'missed'}.`);
  say(
    `${outcome.published} events published by ${outcome.sends} sends in ${Math.round((Date.now() - startedAt) / 1000)} s, ${outcome.acked} acknowledged, ${outcome.stored} stored; ${lost.length} lost, ${duplicated.length} doubled. Longest time without an acknowledgement: ${outcome.longestSilenceMs} ms.`,
  );
  for (const key of [...lost, ...duplicated].slice(0, 20)) say(`  ${lost.includes(key) ? 'lost' : 'doubled'}: ${key}`);
  const isWhole =
    lost.length === 0 &&
    duplicated.length === 0 &&
    outcome.acked === outcome.published &&
    outcome.stored === outcome.published;
  process.exit(isWhole ? 0 : 1);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
