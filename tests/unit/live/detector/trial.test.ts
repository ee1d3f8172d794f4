import { contextOf } from '@/lib/live/detector/active-rules';
import { rehearse } from '@/lib/live/detector/trial';
import type { ReplayChange } from '@/lib/live/units/trace';
import { CODES, ELEVATOR, START } from './course';

/** The trial of a rule over what is kept of a unit (readings 81): it finds what the clock would have found then. */

const change = (sec: number, key: string, value: unknown): ReplayChange => ({ key, value, at: START + sec * 1000 });
const STANDING = { drive: 'Standing', door: 'Closed', load: 'Empty', mode: 'N', indoorzone: 'On Floor' };
const begin = Object.entries(STANDING).map(([key, value]) => change(0, key, value));
const found = (changes: readonly ReplayChange[], endSec: number) =>
  rehearse(ELEVATOR, [...begin, ...changes], START + endSec * 1000, contextOf([], CODES, new Set()))
    .filter(({ rule }) => rule === 'A02')
    .map(({ kind, at, firedAt }) => [kind, (at - START) / 1000, (firedAt - START) / 1000]);

it('says when its time was full, whatever came later', () => {
  const loaded = change(10, 'load', 'Loaded');
  expect(found([loaded, change(400, 'door', 'Opened')], 1000)).toEqual([
    ['raise', 10, 130],
    ['callOut', 10, 310],
    ['clear', 400, 400],
  ]);
  // Also where nothing more was told, and not before its time.
  expect(found([loaded], 200)).toEqual([['raise', 10, 130]]);
  expect(found([loaded], 129)).toEqual([]);
  expect(found([loaded, change(100, 'door', 'Opened')], 1000)).toEqual([]);
});
