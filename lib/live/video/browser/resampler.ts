/**
 * Converts a microphone's sound into the format of a talk (api.md §3.8): signed 16-bit samples of another rate, in
 * frames of one length. Each new sample is the mean of the samples in its time, which removes frequencies that are too
 * high.
 */
export class Resampler {
  readonly #step: number;
  readonly #frame: number;
  readonly #onFrame: (frame: Int16Array<ArrayBuffer>) => void;
  #waiting: Int16Array<ArrayBuffer>;
  #count = 0;
  /** Sum and weight of the sample that is being built, in input samples. */
  #sum = 0;
  #weight = 0;

  /** @param from input rate, Hz @param to output rate, Hz @param frame samples per frame */
  constructor(from: number, to: number, frame: number, onFrame: (frame: Int16Array<ArrayBuffer>) => void) {
    this.#step = from / to;
    this.#frame = frame;
    this.#onFrame = onFrame;
    this.#waiting = new Int16Array(frame);
  }

  /** @param samples -1..1 */
  push(samples: Float32Array): void {
    for (const sample of samples) {
      let left = 1;
      while (this.#weight + left >= this.#step) {
        const share = this.#step - this.#weight;
        this.#put((this.#sum + sample * share) / this.#step);
        left -= share;
        this.#sum = 0;
        this.#weight = 0;
      }
      this.#sum += sample * left;
      this.#weight += left;
    }
  }

  #put(value: number): void {
    this.#waiting[this.#count] = Math.round(Math.max(-1, Math.min(1, value)) * 32767);
    this.#count += 1;
    if (this.#count < this.#frame) return;
    this.#onFrame(this.#waiting);
    this.#waiting = new Int16Array(this.#frame);
    this.#count = 0;
  }
}

/** The sound of a device, -1..1. */
export function soundOf(frame: ArrayBuffer): Float32Array<ArrayBuffer> {
  const view = new DataView(frame);
  return Float32Array.from({ length: frame.byteLength >> 1 }, (_, index) => view.getInt16(index * 2, true) / 32768);
}
