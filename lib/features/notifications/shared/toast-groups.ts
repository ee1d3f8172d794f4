import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import type { Deck } from './toast-deck';

/** The cards of the wall, one per unit, and how many of them have room (readings 148). Pure. */

interface ToastGroup {
  readonly equipmentNo: string;
  /** What the card says: an open entrapment, else the newest message. */
  readonly lead: ToastEvent;
  /** All messages of the unit, newest first. */
  readonly guids: readonly string[];
}

interface ToastGroups {
  readonly groups: readonly ToastGroup[];
  /** Messages without a card. */
  readonly more: number;
  /** Some of these wait for room and cannot be closed. */
  readonly isWaiting: boolean;
}

const isOpenEntrapment = ({ entrapment, objectStatus }: ToastEvent) => entrapment && objectStatus === 'true';

/** One group per unit, entrapments first, otherwise newest first. */
function grouped(cards: readonly ToastEvent[]): ToastGroup[] {
  const units = new Map<string, ToastEvent[]>();
  for (const card of cards) units.set(card.equipmentNo, [...(units.get(card.equipmentNo) ?? []), card]);
  return [...units]
    .flatMap(([equipmentNo, events]) => {
      const lead = events.find(isOpenEntrapment) ?? events[0];
      return lead ? [{ equipmentNo, lead, guids: events.map(({ guid }) => guid) }] : [];
    })
    .sort((a, b) => Number(isOpenEntrapment(b.lead)) - Number(isOpenEntrapment(a.lead)));
}

/**
 * The cards that have room, and how many messages have none.
 * @param roomFor how many cards fit. It is a function because the card that counts the rest changes the answer
 */
export function toastGroups(
  { cards, more }: Deck,
  roomFor: (hasRest: boolean) => number = () => Number.POSITIVE_INFINITY,
): ToastGroups {
  const all = grouped(cards);
  const isAll = all.length <= roomFor(more > 0);
  const groups = isAll ? all : all.slice(0, roomFor(true));
  const hidden = all.slice(groups.length).reduce((sum, { guids }) => sum + guids.length, 0);
  return { groups, more: more + hidden, isWaiting: hidden > 0 };
}

/** Sizes of the cards (`toast-cards.module.css`), px. */
export const CARD = { width: 560, height: 118, rest: 52, side: 16 } as const;
/** The largest share of the tiles' area that cards may cover. */
const SHARE = 1 / 3;

/** How many cards cover at most a third of an area; at least one, because nobody may miss a trapped person. */
export function cardsIn({ width, height }: { width: number; height: number }, hasRest: boolean): number {
  const card = Math.min(CARD.width, width - 2 * CARD.side);
  if (card <= 0) return 1;
  const room = width * height * SHARE - (hasRest ? card * CARD.rest : 0);
  return Math.max(1, Math.floor(room / (card * CARD.height)));
}
