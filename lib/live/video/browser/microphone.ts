import { TALK_FRAME_SAMPLES, TALK_SAMPLE_RATE } from '@/lib/live/video/stream-protocol';
import { Resampler, soundOf } from './resampler';

/** Microphone and loudspeaker of a talk; `close` releases both. */
export interface TalkSound {
  /** From now on this listener receives what the microphone hears, in frames of the wire format. */
  listen(onFrame: (frame: Int16Array<ArrayBuffer>) => void): void;
  /** Plays a frame of the device. */
  say(frame: ArrayBuffer): void;
  close(): void;
}
export type OpenSound = () => Promise<TalkSound>;

/** Why there is no microphone: the page is not secure enough, the user refused it, there is none, or it failed. */
type SoundProblem = 'insecure' | 'denied' | 'missing' | 'failed';
export class SoundError extends Error {
  override name = 'SoundError';
  constructor(readonly problem: SoundProblem) {
    super(problem);
  }
}

const WORKLET = '/talk-worklet.js';
/** Sound of a device waits at most this long, s: this is a talk, not a recording. */
const MOST_WAITING_S = 0.5;

function problemOf(failure: unknown): SoundProblem {
  const name = failure instanceof Error || failure instanceof DOMException ? failure.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

/** Browsers give the microphone only to https and localhost. @throws SoundError */
export const openSound: OpenSound = async () => {
  if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) throw new SoundError('insecure');
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 } })
    .catch((failure: unknown) => {
      throw new SoundError(problemOf(failure));
    });
  const context = new AudioContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => undefined);
  };
  try {
    await context.audioWorklet.addModule(WORKLET);
    await context.resume();
  } catch {
    close();
    throw new SoundError('failed');
  }
  let listener: (frame: Int16Array<ArrayBuffer>) => void = () => undefined;
  const resampler = new Resampler(context.sampleRate, TALK_SAMPLE_RATE, TALK_FRAME_SAMPLES, (frame) => listener(frame));
  const capture = new AudioWorkletNode(context, 'talk-capture', { numberOfOutputs: 0 });
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => resampler.push(data);
  context.createMediaStreamSource(stream).connect(capture);
  let next = 0;
  return {
    listen: (onFrame) => {
      listener = onFrame;
    },
    say: (frame) => {
      const samples = soundOf(frame);
      if (samples.length === 0 || next - context.currentTime > MOST_WAITING_S) return;
      const buffer = context.createBuffer(1, samples.length, TALK_SAMPLE_RATE);
      buffer.copyToChannel(samples, 0);
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      next = Math.max(next, context.currentTime);
      source.start(next);
      next += buffer.duration;
    },
    close,
  };
};
