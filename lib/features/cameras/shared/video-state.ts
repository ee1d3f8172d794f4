import type { UnitCamera } from '../contract';

/** What the dialog shows in place of, or as, the picture. */
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
  /** The server refused, with a message. */
  | 'refused'
  | 'unsupported'
  /** A recording has reached its end. */
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
  /** Only with `refused`. */
  readonly failure: unknown;
  readonly watched: WatchedVideo;
  readonly isPaused: boolean;
  /** Playback speed of a recording. */
  readonly rate: number;
  readonly cameras: readonly UnitCamera[];
  readonly camera: UnitCamera | undefined;
  /** A unit with the wide dialog (doc2 §4.6). */
  readonly isSpecial: boolean;
  /** When the dialog closes itself, epoch ms. */
  readonly closesAt: number | undefined;
}

export interface VideoUnit {
  readonly equipmentNo: string;
  readonly equipmentName: string;
  /** One of several cameras; absent: the first that plays. */
  readonly cameraId?: string;
}

/** Before the first request. */
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

/** Playback speeds of a recording. */
export const RATES = [1, 2, 4] as const;
