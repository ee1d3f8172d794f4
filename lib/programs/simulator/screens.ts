import { ScreenContent } from '@/lib/features/screens/contract';
import { ScreenPlayer, type BeatFailure, type BeatReport } from '@/lib/features/screens/player/screen-player';
import { secretOf } from './secret';

/** The demo's screens in cars: each beats as the page of a screen does, and shows its notices to nobody (api.md §2.26). */

/** Screens begin one after the other, as after a power cut. */
const APART_MS = 200;

class Refusal extends Error {}

export interface ScreensOptions {
  readonly numbers: readonly string[];
  /** The fleet's key. */
  readonly key: string;
  /** Where the portal's pages are, with no slash at its end. */
  readonly url: string;
  log(line: string): void;
}

export class DemoScreens {
  readonly #players = new Map<string, ScreenPlayer>();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: ScreensOptions) {}

  start(): void {
    for (const [index, number] of this.options.numbers.entries())
      this.#timers.push(setTimeout(() => this.#play(number), index * APART_MS));
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const player of this.#players.values()) player.stop();
    this.#players.clear();
  }

  #play(screenNo: string): void {
    const player = new ScreenPlayer(screenNo, {
      send: (told, signal) => this.#send(screenNo, told, signal),
      failureOf: (error): BeatFailure => ({ kind: error instanceof Refusal ? 'refused' : 'failed' }),
      steady: () => performance.now(),
      random: Math.random,
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onContent: () => undefined,
      reload: () => this.#play(screenNo),
    });
    player.subscribe(() => {
      const { picture, isRefused } = player.state();
      if (isRefused) {
        // The key of a demo does not come back.
        player.stop();
        this.options.log(`screen ${screenNo}: its key has ended`);
      }
      // A page draws after its code has run.
      if (picture) setImmediate(() => player.drawn(picture));
    });
    this.#players.set(screenNo, player);
    player.start();
  }

  async #send(screenNo: string, told: BeatReport, signal: AbortSignal): Promise<ScreenContent> {
    const { key, url } = this.options;
    const response = await fetch(`${url}/sms/screen/v1/beat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ screenNo, key: secretOf(key, screenNo), ...told }),
      signal,
    });
    if (response.status === 401) throw new Refusal();
    const { data } = (await response.json()) as { data: unknown };
    return ScreenContent.parse(data);
  }
}
