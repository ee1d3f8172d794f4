import type { UnitCamera } from './contract';

/** What is shown instead of, or as, the picture. */
export type VideoView =
  | 'loading'
  /** State 02. */
  | 'playing'
  /** State 00. */
  | 'notInstalled'
  /** State 01. */
  | 'offline'
  /** It did not start, or broke: playError. */
  | 'failed'
  /** The server said no, in words. */
  | 'refused'
  | 'unsupported'
  /** A recording has come to its end. */
  | 'over';

/** What is watched: now, or a recorded range, `yyyy-MM-dd HH:mm:ss`. */
export type WatchedVideo =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'record';
      readonly type: 'localRecord' | 'cloudRecord';
      readonly beginTime: string;
      readonly endTime: string;
    };

export interface VideoState {
  readonly view: VideoView;
  /** With `failed`: 500 where it did not start in time, else the status of the stream's answer. */
  readonly code: number;
  /** With `refused`. */
  readonly failure: unknown;
  readonly watched: WatchedVideo;
  readonly isPaused: boolean;
  /** How fast a recording is played. */
  readonly rate: number;
  readonly cameras: readonly UnitCamera[];
  readonly camera: UnitCamera | undefined;
  /** One of the units with the wide dialog (doc2 §4.6). */
  readonly isSpecial: boolean;
  /** When the dialog closes itself, epoch ms. */
  readonly closesAt: number | undefined;
}

export interface VideoUnit {
  readonly equipmentNo: string;
  readonly equipmentName: string;
  /** One of several cameras; the first that plays when absent. */
  readonly cameraId?: string;
}

/** Before anything was asked. */
export const START: VideoState = {
  view: 'loading',
  code: 0,
  failure: undefined,
  watched: { kind: 'live' },
  isPaused: false,
  rate: 1,
  cameras: [],
  camera: undefined,
  isSpecial: false,
  closesAt: undefined,
};

/** How fast a recording may be played. */
export const RATES = [1, 2, 4] as const;
