/** The alarm sound, made by the browser itself: two tones, twice. Silent unless it is on (readings 38: mute 1 is on). */

const TONES_HZ = [880, 660, 880, 660] as const;
const TONE_S = 0.18;
/** Faults within this time are one alarm. */
const TOGETHER_MS = 1500;
/** A browser that may play the sound starts it within this time. */
const STARTS_WITHIN_MS = 400;

type MakeContext = () => AudioContext | undefined;
const browserContext: MakeContext = () => (typeof AudioContext === 'undefined' ? undefined : new AudioContext());

export class AlarmPlayer {
  readonly #make: MakeContext;
  #context: AudioContext | undefined;
  #playedAt = -Infinity;
  #isOn = false;
  /** An alarm that the browser blocked: it is played as soon as possible. */
  #isOwed = false;
  #tellBlocked: () => void = () => undefined;

  constructor(make: MakeContext = browserContext) {
    this.#make = make;
  }

  turn(isOn: boolean): void {
    this.#isOn = isOn;
    this.#isOwed &&= isOn;
  }

  /** Called when the browser blocks the sound until somebody touches the page. */
  whenBlocked(listener: () => void): void {
    this.#tellBlocked = listener;
  }

  play(now = Date.now()): void {
    if (!this.#isOn || now - this.#playedAt < TOGETHER_MS) return;
    this.#playedAt = now;
    this.#isOwed = true;
    void this.#ready().then(() => this.#pay());
  }

  /** May the page play a sound? Asked when the wall opens, so that nobody learns it from a fault without a sound. */
  async probe(): Promise<boolean> {
    if (!this.#isOn) return true;
    await this.#ready();
    this.#pay();
    return this.#context?.state === 'running';
  }

  close(): void {
    void this.#context?.close().catch(() => undefined);
    this.#context = undefined;
  }

  #pay(): void {
    if (!this.#isOwed || !this.#isOn || this.#context?.state !== 'running') return;
    this.#isOwed = false;
    sound(this.#context);
  }

  async #ready(): Promise<void> {
    this.#context ??= this.#make();
    const context = this.#context;
    if (!context) return;
    if (context.state === 'suspended') {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
      await Promise.race([context.resume().catch(() => undefined), late]);
    }
    if (context.state === 'suspended') this.#tellBlocked();
  }
}

function sound(context: AudioContext): void {
  const volume = context.createGain();
  volume.gain.value = 0.25;
  volume.connect(context.destination);
  TONES_HZ.forEach((frequency, index) => {
    const tone = context.createOscillator();
    tone.type = 'square';
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_S);
    tone.stop(context.currentTime + (index + 0.85) * TONE_S);
  });
}
