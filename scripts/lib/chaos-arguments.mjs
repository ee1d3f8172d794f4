import { parseArgs } from 'node:util';
import { Problem } from './problem.mjs';

export const PARTS = ['kill', 'outside', 'network', 'disk', 'clock', 'jobs', 'upgrade'];
export const SERVERS = ['database', 'broker', 'redis'];
const DEFAULT_KILLS = 300;
const COUNT = /^[1-9]\d{0,4}$/;

const listOf = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function known(items, all, what) {
  const unknown = items.find((item) => !all.includes(item));
  if (unknown !== undefined) throw new Problem(`There is no ${what} "${unknown}"; there are ${all.join(', ')}.`);
  return items;
}

/**
 * @param {string[]} args `300`: so many kills; or options
 * @returns {{ parts: string[], kills: number, times: number, cuts: number[], only: string[], rate: number, from?: string }}
 * @throws {Problem} one sentence
 */
export function readChaosArguments(args) {
  let read;
  try {
    read = parseArgs({
      args,
      allowPositionals: true,
      options: {
        parts: { type: 'string' },
        times: { type: 'string' },
        cuts: { type: 'string', default: '1,30' },
        only: { type: 'string', default: '' },
        from: { type: 'string' },
        rate: { type: 'string', default: '50' },
      },
    });
  } catch (error) {
    throw new Problem(error.message);
  }
  const { values, positionals } = read;
  const count = values.times ?? positionals[0];
  if (positionals.length > 1 || (count !== undefined && !COUNT.test(count)))
    throw new Problem('How often? A number from 1, for example: npm run chaos -- 300');
  if (!COUNT.test(values.rate)) throw new Problem('How many calls a second? A number, for example: --rate 50');
  const cuts = listOf(values.cuts);
  if (cuts.length === 0 || !cuts.every((cut) => COUNT.test(cut)))
    throw new Problem('For how long is a network cut? Seconds, for example: --cuts 1,30,300');
  const parts = known(listOf(values.parts ?? 'kill'), PARTS, 'part');
  if (parts.length === 0) throw new Problem(`Which parts? There are ${PARTS.join(', ')}.`);
  return {
    parts,
    kills: Number(count ?? DEFAULT_KILLS),
    times: Number(count ?? 1),
    cuts: cuts.map(Number),
    only: known(listOf(values.only), SERVERS, 'server'),
    rate: Number(values.rate),
    ...(values.from ? { from: values.from } : {}),
  };
}
