import { announcementFor } from '@/lib/features/announcements/internal/read';
import { shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Authority } from '@/lib/platform/contract/authorities';
import { seesUnit } from '@/lib/live/scope/equipment-scope';
import type { UnitPlace } from '@/lib/live/scope/equipment-scope';
import type { FloodBook } from './flood';
import {
  codeOf,
  isAnnouncement,
  isWithinStrategy,
  isOpen,
  isNeverDelayed,
  lastedMs,
  mayHear,
  readNotice,
  readReplay,
  stateOf,
  switchOf,
} from './channel-items';
import type { ChannelItem, StoredNotice } from './channel-items';
import { acksOf, instantOf, itemOf } from './channel-texts';
import type { NoticeDisplay } from './channel-texts';
import type { PreferenceCache } from './preferences';
import { urgentCodes } from './urgent-codes';
import { INCIDENT_READ } from './value-sets';
import { noticeTexts } from './internal/words';
import { CHANNEL_TYPES, MESSAGE_TYPES } from '@/lib/live/realtime/shared/notices';
import type { ChannelType, RowKind } from '@/lib/live/realtime/shared/notices';
import { NoticePayload } from '@/lib/live/realtime/server/schemas';
import { SocketCaller } from '@/lib/live/realtime/server/socket-caller';
import type { SocketAck, CallerContext } from '@/lib/live/realtime/server/socket-caller';

export interface NoticeContext extends CallerContext {
  preferences: PreferenceCache;
  flood: FloodBook;
}

/** How many sent states a socket remembers. */
const REMEMBERED = 2000;

/**
 * The authorities of each kind, of which one is needed; instant messages about the account itself need none (readings
 * 70).
 */
const CHANNEL_READ: Readonly<Record<Exclude<ChannelType, 'instant'>, readonly Authority[]>> = {
  callback: ['CAMPUS_VIEW_CALLBACK_READ'],
  symptom: ['SYMPTOM_READ'],
  counts: ['EQUIPMENT_READ'],
  incidents: [...INCIDENT_READ, 'SYMPTOM_READ'],
};

/** The authorities of each kind of rows, as for its list. */
const ROWS_READ: Readonly<Record<RowKind, readonly Authority[]>> = {
  callback: ['CALLBACK_READ'],
  symptom: ['SYMPTOM_READ'],
};

/** The kinds that this account may receive. */
function allowedTypes(actor: Actor): Set<ChannelType> {
  return new Set(CHANNEL_TYPES.filter((type) => type === 'instant' || hasAny(actor, CHANNEL_READ[type])));
}

/** One socket on `/notification` and what it receives (api.md §3.6). Scope and authority are checked for each item. */
export class NoticeConnection extends SocketCaller<NoticeContext> {
  #asked: readonly ChannelType[] | null = null;
  readonly #told = new Set<string>();
  /** Starts of events that wait for the account's delay, by guid. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  async subscribe(payload: unknown, ack: SocketAck): Promise<void> {
    const actor = this.requireActor(ack, []);
    if (!actor) return;
    const request = NoticePayload.safeParse(payload ?? {});
    if (!request.success) return this.refuse({ code: 400, message: 'notification takes {types, since}' }, ack);
    const { types, since } = request.data;
    const allowed = allowedTypes(actor);
    const asked = (types.length > 0 ? types : MESSAGE_TYPES).filter((type) => allowed.has(type));
    if (asked.length === 0) return this.refuse({ code: 403, message: this.forbiddenText }, ack);
    this.#asked = asked;
    const answer = { code: 200, message: 'success', data: { types: asked } };
    if (ack) ack(answer);
    else this.socket.emit('notification', answer);
    // Items that arrive while this is read wait behind it; an item that is in both is sent once.
    for (const news of await readReplay(actor, new Set(asked), since, Date.now())) await this.#offer(news, true);
  }

  /** Handles an item, after everything before it. */
  hear(news: ChannelItem): void {
    if (this.#asked) void this.enqueue('news', undefined, () => this.#offer(news, false));
  }

  /** Sums over units of these places have changed; without the place or the right nothing is sent. */
  hearCounts(places: readonly UnitPlace[], at: number): void {
    if (this.#mayBeRung('counts', CHANNEL_READ.counts, places)) this.socket.emit('counts', { at });
  }

  /** Incidents at these places may have changed (readings 135); `isUrgent`: a trapped person is concerned. */
  hearIncidents(places: readonly UnitPlace[], at: number, isUrgent: boolean): void {
    if (this.#mayBeRung('incidents', INCIDENT_READ, places))
      this.socket.emit('incidents', { at, ...(isUrgent ? { urgent: true } : {}) });
  }

  /** Call-outs or symptoms of units at these places have changed (readings 264). */
  hearRows(kind: RowKind, places: readonly UnitPlace[], at: number): void {
    if (this.#mayBeRung('incidents', ROWS_READ[kind], places)) this.socket.emit('rows', { at, kind });
  }

  #mayBeRung(type: 'counts' | 'incidents', read: readonly Authority[], places: readonly UnitPlace[]): boolean {
    const { actor } = this;
    return actor !== null && this.wants(type) && hasAny(actor, read) && places.some((place) => seesUnit(actor, place));
  }

  /** Somebody acknowledged a message that the account may receive (readings 84). */
  hearAcks(news: Extract<ChannelItem, { kind: 'instant' }>): void {
    if (!this.#asked?.includes('instant')) return;
    void this.enqueue('acknowledged', undefined, async () => {
      const { actor } = this;
      if (!actor || !mayHear(actor, news)) return;
      this.socket.emit('acknowledged', acksOf(news.notice, actor, { time: await shownTime(actor) }));
    });
  }

  /** The account has read something, in any tab or on any computer (readings 91). */
  hearRead(usernames: ReadonlySet<string>, at: number): void {
    if (this.#asked && this.actor && usernames.has(this.actor.username)) this.socket.emit('unread', { at });
  }

  /** Has it asked for this kind? */
  wants(type: ChannelType): boolean {
    return this.#asked?.includes(type) ?? false;
  }

  /** Rights are checked for each item; an item that waits is checked when it is due. */
  async recheck(): Promise<void> {}

  override close(): void {
    super.close();
    this.#forgetWaiting();
  }

  protected forget(): void {
    this.#asked = null;
    this.#forgetWaiting();
  }

  async #offer(given: ChannelItem, isReplay: boolean): Promise<void> {
    const { actor } = this;
    if (!actor || !this.#asked?.includes(given.kind) || !mayHear(actor, given)) return;
    const { off, delayMs } = await this.context.preferences.of(actor.username);
    const silencer = switchOf(given);
    if (silencer !== undefined && off.has(silencer)) return;
    const news = await this.#worded(given, actor);
    if (!news) return;
    const [strategy, time, urgent] = await Promise.all([strategyOf(actor), shownTime(actor), urgentCodes()]);
    if (!isWithinStrategy(strategy, news)) return;
    const tell = () =>
      this.#tell(news, { time, hasVideo: strategy.dataGroups.includes('video'), language: this.language }, isReplay);
    if (news.kind !== 'instant') return tell();
    const { notice } = news;
    const wait =
      delayMs > 0 &&
      (notice.notificationType === 'error' || notice.notificationType === 'event') &&
      !isNeverDelayed(notice, urgent)
        ? delayMs
        : 0;
    if (isOpen(notice)) this.#offerStart(notice, actor, notice.notificationDate.getTime() + wait - Date.now(), tell);
    else this.#offerEnd(notice, actor, wait, tell);
  }

  /** In the listener's language; an announcement only when it is addressed to the listener. */
  async #worded(news: ChannelItem, actor: Actor): Promise<ChannelItem | undefined> {
    if (news.kind !== 'instant') return news;
    if (!isAnnouncement(news.notice)) {
      const textsOf = await noticeTexts(this.language);
      return { ...news, notice: { ...news.notice, ...textsOf(news.notice) } };
    }
    const found = await announcementFor(actor, news.notice.objectId ?? '', this.language);
    return found && { ...news, notice: { ...news.notice, ...found } };
  }

  #offerStart(notice: StoredNotice, actor: Actor, waitMs: number, tell: () => void): void {
    if (waitMs > 0) return this.#tellLater(notice, waitMs);
    if (this.#isAdmitted(notice, actor)) tell();
  }

  /** Trapped persons and service messages are always sent; a fault or event once in five minutes. */
  #isAdmitted({ equipmentNo, notificationType, guid, title, payload }: StoredNotice, { username }: Actor): boolean {
    if (equipmentNo === null || (notificationType !== 'error' && notificationType !== 'event')) return true;
    return this.context.flood.admits(username, { equipmentNo, code: codeOf({ payload }) ?? title, guid }, Date.now());
  }

  /** An end is sent only when its start was, or would have been: when it lasted at least the account's delay. */
  #offerEnd(notice: StoredNotice, actor: Actor, waitMs: number, tell: () => void): void {
    const { guid, notificationDate } = notice;
    const waiting = this.#waiting.get(guid);
    clearTimeout(waiting);
    this.#waiting.delete(guid);
    if (waiting !== undefined || this.context.flood.isWithheld(actor.username, guid)) return;
    const isFirst = !this.#told.has(`${guid} true`);
    const lasted = lastedMs(notice) ?? Date.now() - notificationDate.getTime();
    if (isFirst && waitMs > 0 && lasted < waitMs) return;
    if (!isFirst || this.#isAdmitted(notice, actor)) tell();
  }

  #tellLater({ guid, notificationId }: StoredNotice, waitMs: number): void {
    if (this.#waiting.has(guid)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(guid);
      void this.enqueue('delayed news', undefined, async () => {
        const news = await readNotice(notificationId);
        if (news && isOpen(news.notice)) await this.#offer(news, false);
      });
    }, waitMs);
    timer.unref();
    this.#waiting.set(guid, timer);
  }

  /** @param manner as the data strategy demands, decided for each item */
  #tell(news: ChannelItem, manner: NoticeDisplay, isReplay: boolean): void {
    const { actor } = this;
    const { name, state } = stateOf(news);
    const told = `${name} ${state}`;
    if (!actor || this.#told.has(told)) return;
    this.#told.add(told);
    const [oldest] = this.#told;
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest);
    if (news.kind === 'instant')
      this.socket.emit('instantMessage', { ...instantOf(news.notice, actor, manner), replay: isReplay });
    else this.socket.emit('notification', { ...itemOf(news, actor, manner), replay: isReplay });
  }

  #forgetWaiting(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
