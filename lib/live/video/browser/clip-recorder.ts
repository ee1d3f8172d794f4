import { withLength } from './webm-length';

/** The head of a recording ends long before this, bytes. */
const HEAD_BYTES = 4096;
/** Recorded data is handed over this often, ms: a tab that dies late loses little, and memory stays small. */
const SLICE_MS = 1000;
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'] as const;

type CapturableVideo = HTMLVideoElement & {
  captureStream?: () => MediaStream;
  /** The name in Firefox. */
  mozCaptureStream?: () => MediaStream;
};

interface RecordedClip {
  readonly file: Blob;
  /** File name extension. */
  readonly ending: 'webm' | 'mp4';
}

/** A running recording of the picture and its sound. */
export interface ClipRecorder {
  /** @returns the recording; undefined: nothing was recorded */
  stop(): Promise<RecordedClip | undefined>;
}
export type StartRecording = (video: HTMLVideoElement) => ClipRecorder | undefined;

/** @returns undefined when this browser cannot record */
export const startRecording: StartRecording = (video: CapturableVideo) => {
  const capture = video.captureStream ?? video.mozCaptureStream;
  const type =
    typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  if (!capture || type === undefined) return undefined;
  const stream = capture.call(video);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 2_500_000 });
  const parts: Blob[] = [];
  let startedAt = performance.now();
  recorder.onstart = () => {
    startedAt = performance.now();
  };
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
  };
  const stopped = new Promise<number>((resolve) => {
    recorder.onstop = () => resolve(performance.now() - startedAt);
  });
  recorder.start(SLICE_MS);
  return {
    stop: async () => {
      if (recorder.state !== 'inactive') recorder.stop();
      const lengthMs = await stopped;
      for (const track of stream.getTracks()) track.stop();
      const raw = new Blob(parts, { type });
      if (raw.size === 0) return undefined;
      if (!type.startsWith('video/webm')) return { file: raw, ending: 'mp4' };
      const head = withLength(new Uint8Array(await raw.slice(0, HEAD_BYTES).arrayBuffer()), lengthMs);
      return { file: new Blob([head, raw.slice(HEAD_BYTES)], { type }), ending: 'webm' };
    },
  };
};
