import { NO_SPEED } from '@/lib/live/units/escalator';
import type { StatusCall } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { escalatorTile } from './escalator-tile';

/** The screen of the Shanghai center (doc3 §2.4, §9; readings 88). Pure. */

/** Most units of one page of the wall's call, and of one subscription. */
export const CENTER_MOST = 200;

export interface CenterName {
  readonly name: string;
  /** Empty where the nickname has one word. */
  readonly layer: string;
}

/** A nickname is a name and a layer, apart by white space: `L9 3F`. */
export function centerName(nickName: string): CenterName {
  const [name = '', ...layer] = nickName.trim().split(/\s+/);
  return { name, layer: layer.join(' ') };
}

/** The codes of each level; whatever is none of them is of the last one. */
export const CENTER_LEVELS = [['L9', 'L10'], ['L7', 'L8'], ['L5', 'L6'], ['L3', 'L4'], []] as const;
export type CenterLevel = 0 | 1 | 2 | 3 | 4;

export function centerLevel(name: string): CenterLevel {
  const level = CENTER_LEVELS.findIndex((codes) => codes.some((code) => code === name));
  return (level === -1 ? CENTER_LEVELS.length - 1 : level) as CenterLevel;
}

/** By position, the first half left; the odd one stands left. */
export function halvesOf<T extends { readonly position: number }>(units: readonly T[]): [T[], T[]] {
  const ordered = [...units].sort((a, b) => a.position - b.position);
  const half = Math.ceil(ordered.length / 2);
  return [ordered.slice(0, half), ordered.slice(half)];
}

/** What a unit counts as, the calmest first; of what is not heard now nothing is said but that (readings 122). */
export const CENTER_STATES = [
  'running',
  'saving',
  'standing',
  'fault',
  'disconnected',
  'offline',
  'notInstalled',
  'unknown',
] as const;
export type CenterState = (typeof CENTER_STATES)[number];

/** @param now epoch ms of the server */
export function centerStateOf(
  call: StatusCall | undefined,
  live: LiveStatus,
  isStreaming: boolean,
  now?: number,
): CenterState {
  const tile = escalatorTile({ call, live, isStreaming, now, displayType: 'ES', memory: NO_SPEED });
  if (tile.state === 'offline') return call === undefined ? 'unknown' : 'offline';
  if (tile.state === 'disconnected' || tile.state === 'notInstalled') return tile.state;
  if (tile.state === 'error') return 'fault';
  if (!tile.isFresh) return 'unknown';
  if (tile.isMoving) return tile.isSaving ? 'saving' : 'running';
  return 'standing';
}
