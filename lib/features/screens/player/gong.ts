/** Two soft tones, made by the browser itself, that say: look at the screen. */

const TONES_HZ = [659.25, 523.25] as const;
const APART_S = 0.55;
const FADES_S = 1.6;
/** A browser that may play the sound starts it within this time; one that may not would keep it for a later touch. */
const STARTS_WITHIN_MS = 1000;
/** The loudest, of a screen whose volume is 100. */
const LOUDEST = 0.6;

export class Gong {
  #context: AudioContext | undefined;

  /** @param volume 0 to 100. A browser that allows no sound without a touch stays silent. */
  strike(volume: number): void {
    if (volume <= 0 || typeof AudioContext === 'undefined') return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    const late = new Promise<void>((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
    void Promise.race([context.resume().catch(() => undefined), late]).then(() => {
      if (context.state === 'running') ring(context, (volume / 100) * LOUDEST);
    });
  }

  close(): void {
    void this.#context?.close().catch(() => undefined);
    this.#context = undefined;
  }
}

function ring(context: AudioContext, loudness: number): void {
  TONES_HZ.forEach((frequency, index) => {
    const from = context.currentTime + index * APART_S;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + FADES_S);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + FADES_S);
  });
}
