import type { NoticeAck, ToastEvent } from '@/lib/live/realtime/shared/notices';
import { COMMISSIONED } from '../value-sets';

/**
 * The cards over the wall (doc3 §4.5): each is shown for 8 s, one of a trapped person until somebody acknowledges it
 * (readings 43), also after a reload. With more than five units the oldest is removed; more than 20 messages a minute
 * are only counted (readings 110, 148). No React.
 */

export const TOAST_MS = 8000;
const MINUTE_MS = 60_000;
const MOST_A_MINUTE = 20;
/** The most units with a card; the one with the oldest message makes room. */
const MOST_CARDS = 5;

export interface Deck {
  readonly cards: readonly ToastEvent[];
  /** Messages that had no card of their own. */
  readonly more: number;
}

const stays = ({ entrapment, objectStatus }: ToastEvent) => entrapment && objectStatus === 'true';
/** This account has acknowledged it, here, in another tab or on another computer. */
const isOwn = (acks: readonly NoticeAck[] | undefined) => acks?.some(({ own }) => own) === true;

/** Messages that make room: those of the units whose messages are oldest, never those of a trapped person. */
function leaving({ equipmentNo }: ToastEvent, others: readonly ToastEvent[]): ReadonlySet<string> {
  const held = new Set([equipmentNo, ...others.filter(stays).map((card) => card.equipmentNo)]);
  const passing = [...new Set(others.map((card) => card.equipmentNo))].filter((unit) => !held.has(unit));
  const leave = new Set(passing.slice(Math.max(0, MOST_CARDS - held.size)));
  return new Set(others.filter((card) => leave.has(card.equipmentNo)).map(({ guid }) => guid));
}

export class ToastDeck {
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #pushedAt: number[] = [];
  #moreTimer: ReturnType<typeof setTimeout> | undefined;
  #deck: Deck = { cards: [], more: 0 };

  /** @param onAlarm an open event that should make a sound */
  constructor(private readonly onAlarm: () => void) {}

  /**
   * What was open when the wall was opened: a trapped person gets a card and a sound, anything else only its tile
   * (readings 110).
   */
  restore(event: ToastEvent, now = Date.now()): void {
    if (stays(event)) this.push(event, now);
  }

  /** Puts a card on top; a new message of an event replaces its card. */
  push(given: ToastEvent, now = Date.now()): void {
    const event: ToastEvent = given.message === COMMISSIONED ? { ...given, objectStatus: 'false' } : given;
    if (stays(event) && isOwn(event.acks)) return this.dismiss(event.guid);
    if (event.objectStatus === 'true') this.onAlarm();
    const isKnown = this.#deck.cards.some(({ guid }) => guid === event.guid);
    this.#pushedAt = [...this.#pushedAt.filter((at) => now - at < MINUTE_MS), now];
    if (!isKnown && !stays(event) && this.#pushedAt.length > MOST_A_MINUTE) return this.#count();
    this.#stop(event.guid);
    const others = this.#deck.cards.filter(({ guid }) => guid !== event.guid);
    const tooMany = leaving(event, others);
    for (const guid of tooMany) this.#stop(guid);
    this.#show({ ...this.#deck, cards: [event, ...others.filter(({ guid }) => !tooMany.has(guid))] });
    if (!stays(event))
      this.#timers.set(
        event.guid,
        setTimeout(() => this.dismiss(event.guid), TOAST_MS),
      );
  }

  /** Somebody has acknowledged it: their own card closes, those of others stay and name the person (readings 84). */
  acknowledged(guid: string, acks: readonly NoticeAck[]): void {
    if (isOwn(acks)) return this.dismiss(guid);
    if (this.#deck.cards.some((card) => card.guid === guid))
      this.#show({
        ...this.#deck,
        cards: this.#deck.cards.map((card) => (card.guid === guid ? { ...card, acks: [...acks] } : card)),
      });
  }

  /** Removed by hand or by time; its timer ends. */
  dismiss(guid: string): void {
    this.#stop(guid);
    if (this.#deck.cards.some((card) => card.guid === guid))
      this.#show({ ...this.#deck, cards: this.#deck.cards.filter((card) => card.guid !== guid) });
  }

  dismissMore(): void {
    clearTimeout(this.#moreTimer);
    this.#show({ ...this.#deck, more: 0 });
  }

  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#moreTimer);
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  readonly read = (): Deck => this.#deck;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #count(): void {
    clearTimeout(this.#moreTimer);
    this.#moreTimer = setTimeout(() => this.dismissMore(), TOAST_MS);
    this.#show({ ...this.#deck, more: this.#deck.more + 1 });
  }

  #stop(guid: string): void {
    clearTimeout(this.#timers.get(guid));
    this.#timers.delete(guid);
  }

  #show(deck: Deck): void {
    this.#deck = deck;
    for (const listener of [...this.#listeners]) listener();
  }
}
