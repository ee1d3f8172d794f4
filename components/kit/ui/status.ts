import { token } from '@/components/kit/theme/tokens';

/** States that have a colour, a shape and a word. The word is `common.status.<word>`; a caller may pass its own. */
export const STATUS_KINDS = [
  'running',
  'standby',
  'normal',
  'online',
  'fault',
  'trapped',
  'offline',
  'disconnected',
  'attention',
  'notInstalled',
  'inspection',
  'service',
  'unknown',
] as const;
export type StatusKind = (typeof STATUS_KINDS)[number];

/** Shapes that differ without colour: filled circle, ring, triangle, person, broken ring, plug, square, diamond. */
export type StatusShape = 'dot' | 'ring' | 'triangle' | 'person' | 'dashed' | 'plug' | 'square' | 'diamond' | 'none';

interface StatusLook {
  readonly colour: string;
  /** Colour of the word; a state whose colour is too quiet to be read uses `muted`. */
  readonly word: string;
  readonly shape: StatusShape;
}

/** Look of each state. `fault` and `trapped` are the loudest; forty normal units stay calm. */
export const STATUS_LOOK: Readonly<Record<StatusKind, StatusLook>> = {
  running: { colour: token.running, word: token.running, shape: 'dot' },
  normal: { colour: token.running, word: token.muted, shape: 'dot' },
  online: { colour: token.running, word: token.muted, shape: 'dot' },
  standby: { colour: token.standby, word: token.standby, shape: 'ring' },
  fault: { colour: token.fault, word: token.fault, shape: 'triangle' },
  trapped: { colour: token.trapped, word: token.trapped, shape: 'person' },
  offline: { colour: token.offline, word: token.muted, shape: 'dashed' },
  disconnected: { colour: token.cabinet, word: token.cabinet, shape: 'plug' },
  attention: { colour: token.cabinet, word: token.cabinet, shape: 'diamond' },
  notInstalled: { colour: token.offline, word: token.muted, shape: 'none' },
  inspection: { colour: token.mode, word: token.mode, shape: 'diamond' },
  service: { colour: token.service, word: token.service, shape: 'square' },
  unknown: { colour: token.faint, word: token.muted, shape: 'none' },
};
