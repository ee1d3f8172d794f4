import { COMFORT, MAX_WAIT_SEC } from '../value-sets';
import type { ScreenContent } from '../contract';
import { isReloadDue } from './nightly-reload';
import { nextChangeAt, pictureAt, type Picture } from './picture';
import { retryDelay } from './retry';

/**
 * One linked screen: it beats without end, tells what it shows and says which picture is to be drawn (api.md §2.26).
 * What it holds is one content and the notices of it, however long it runs.
 */

/** Beyond what a beat waits, an answer takes no longer. */
const ANSWER_MS = MAX_WAIT_SEC * 1000 + 10_000;
/** Between two beats that told nothing and heard nothing. */
const REST_MS = 1000;
/** The picture is looked at so often at least. */
const LOOK_MS = 60_000;
/** A refused key is tried again so often and so many times in a row: the portal may have lost it and get it back. */
const REFUSED_REST_MS = 60_000;
const MOST_REFUSALS = 360;

export interface BeatReport {
  readonly mark: string | undefined;
  readonly waitSec: number;
  readonly showing: string | null;
  readonly shown: readonly string[];
}

export interface PlayerState {
  /** undefined: nothing has been heard yet. */
  readonly picture: Picture | undefined;
  readonly content: ScreenContent | undefined;
  /** By the server's clock, epoch ms, when the picture was chosen. */
  readonly now: number;
  readonly isLinkLost: boolean;
  /** The key was refused: nothing of the content may be shown or kept any more. It is tried again. */
  readonly isRefused: boolean;
  /** The key was refused for hours: the player has stopped. */
  readonly hasEnded: boolean;
}

export const NOTHING_HEARD: PlayerState = {
  picture: undefined,
  content: undefined,
  now: 0,
  isLinkLost: false,
  isRefused: false,
  hasEnded: false,
};

export type BeatFailure = { readonly kind: 'refused' } | { readonly kind: 'failed'; readonly retryAfterMs?: number };

export interface PlayerPorts {
  /** @throws what `failureOf` reads */
  readonly send: (told: BeatReport, signal: AbortSignal) => Promise<ScreenContent>;
  readonly failureOf: (error: unknown) => BeatFailure;
  /** Runs from its own begin on, whatever is done to the machine's clock, ms. */
  readonly steady: () => number;
  readonly random: () => number;
  /** Calls once after so many ms. @returns a function that calls it off */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly onContent: (content: ScreenContent) => void;
  readonly reload: () => void;
}

export class ScreenPlayer {
  #state = NOTHING_HEARD;
  /** The server's clock at a moment of the steady one. */
  #clock = { at: 0, steady: 0 };
  #openedAt: number | undefined;
  #failures = 0;
  /** In a row, whatever failed between them. */
  #refusals = 0;
  #showing: string | null = null;
  /** Notices that were drawn and not told, and those that were told. */
  #shown = new Set<string>();
  #toldShown = new Set<string>();
  #beat: AbortController | undefined;
  #callOff: () => void = () => undefined;
  #wake: () => void = () => undefined;
  /** Changes when it starts and stops: a run of before says and asks nothing more. */
  #run = 0;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly screenNo: string,
    private readonly ports: PlayerPorts,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly state = (): PlayerState => this.#state;

  /** @param kept what it heard before it was switched off, and the server's clock as far as it is known */
  start(kept?: { readonly content: ScreenContent; readonly now: number }): void {
    if (kept) this.#take(kept.content, kept.now);
    this.#run += 1;
    void this.#beatOn(this.#run);
  }

  stop(): void {
    this.#run += 1;
    this.#callOff();
    this.#beat?.abort();
    this.#wake();
  }

  /** The picture has been drawn; what is new of it is told at once. */
  readonly drawn = (picture: Picture): void => {
    const showing = picture.kind === 'comfort' ? COMFORT : picture.kind === 'notice' ? picture.notice.noticeId : null;
    const before = this.#showing;
    this.#showing = showing;
    // What waits to be told is in the beat that waits already.
    const isKnown = (id: string) => this.#toldShown.has(id) || this.#shown.has(id);
    const isNew = picture.kind === 'notice' && !isKnown(picture.notice.noticeId);
    if (isNew) this.#shown.add(picture.notice.noticeId);
    if (isNew || (showing !== before && (showing === COMFORT || before === COMFORT))) this.#beat?.abort();
  };

  /** The network of the machine went or came: nothing waits for what is known. */
  networkChanged(): void {
    this.#beat?.abort();
    this.#wake();
  }

  #now(): number {
    return this.#clock.at + this.ports.steady() - this.#clock.steady;
  }

  async #beatOn(run: number): Promise<void> {
    const hasEnded = () => run !== this.#run;
    while (!hasEnded()) {
      const beat = new AbortController();
      this.#beat = beat;
      const told = this.#told();
      const startedAt = this.ports.steady();
      let isLate = false;
      const callOffLate = this.ports.later(ANSWER_MS, () => {
        isLate = true;
        beat.abort();
      });
      try {
        const content = await this.ports.send(told, beat.signal);
        if (hasEnded()) return;
        this.#failures = 0;
        this.#refusals = 0;
        for (const noticeId of told.shown) {
          this.#shown.delete(noticeId);
          this.#toldShown.add(noticeId);
        }
        this.#take(content, content.at);
        this.ports.onContent(content);
        if (this.#isReloadDue(content)) return this.ports.reload();
        const isIdle = content.mark === told.mark && this.ports.steady() - startedAt < REST_MS;
        if (isIdle && this.#shown.size === 0) await this.#rest(REST_MS);
      } catch (error) {
        if (hasEnded()) return;
        const failure = this.ports.failureOf(error);
        if (failure.kind === 'refused') {
          this.#forget();
          if (hasEnded() || this.#state.hasEnded) return;
          await this.#rest(REFUSED_REST_MS);
          continue;
        }
        // It has something new to tell.
        if (beat.signal.aborted && !isLate) continue;
        this.#failures += 1;
        this.#draw();
        await this.#rest(Math.max(retryDelay(this.#failures, this.ports.random), failure.retryAfterMs ?? 0));
      } finally {
        callOffLate();
      }
    }
  }

  #told(): BeatReport {
    return {
      mark: this.#state.content?.mark,
      // A screen that lost its link wants to know at once that it is back.
      waitSec: this.#failures > 0 ? 0 : MAX_WAIT_SEC,
      showing: this.#showing,
      shown: [...this.#shown],
    };
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.ports.later(ms, resolve);
      this.#wake = () => {
        callOff();
        resolve();
      };
    });
  }

  #take(content: ScreenContent, now: number): void {
    this.#clock = { at: now, steady: this.ports.steady() };
    this.#openedAt ??= now;
    const isThere = (id: string) => content.notices.some(({ noticeId }) => noticeId === id);
    this.#shown = new Set([...this.#shown].filter(isThere));
    this.#toldShown = new Set([...this.#toldShown].filter(isThere));
    this.#draw(content);
  }

  /** The key was refused: nothing of before is left. */
  #forget(): void {
    this.#callOff();
    this.#refusals += 1;
    this.#showing = null;
    this.#shown.clear();
    this.#toldShown.clear();
    this.#say({ ...NOTHING_HEARD, isRefused: true, hasEnded: this.#refusals >= MOST_REFUSALS });
  }

  /** Chooses the picture, and looks again when it may be another one. */
  #draw(content = this.#state.content): void {
    this.#callOff();
    const now = this.#now();
    const picture = content && pictureAt(content, now);
    this.#say({
      picture,
      content,
      now,
      isLinkLost: this.#failures > 0,
      isRefused: this.#refusals > 0,
      hasEnded: false,
    });
    if (!content) return;
    this.#callOff = this.ports.later(Math.min(nextChangeAt(content, now) - now, LOOK_MS), () => this.#draw());
  }

  #say(state: PlayerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #isReloadDue({ comfort }: ScreenContent): boolean {
    const page = { screenNo: this.screenNo, openedAt: this.#openedAt ?? Infinity, isTrapped: comfort };
    return isReloadDue(page, this.#now());
  }
}
