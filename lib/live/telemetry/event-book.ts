import type pg from 'pg';
import { foldEvent, type EventRow } from './incident-events';
import type { EventMessage } from './payload';
import { factKey, findEvents, findOpenEvents, type UnitRow } from './store';
import { insertEvents, updateEvents, type EventWork } from './store-write';

/**
 * The events of a batch: those of the boxes, and the entrapments that the portal itself derives from alarms and states,
 * so that a red tile always has its card (api.md §4.6).
 */

/** Ids of the portal's own events. */
const OWN_PREFIX = 'alarm-';

interface EventName {
  equipmentNo: string;
  eventId: string;
}

export class EventBook {
  readonly #client: pg.ClientBase;
  readonly #changed = new Map<string, EventWork>();
  #stored = new Map<string, EventRow>();
  /** Keys of own events that an event of the box replaced. */
  readonly #replaced = new Set<string>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Reads the events that the messages of the batch are about. */
  async read(names: readonly EventName[]): Promise<void> {
    this.#stored = await findEvents(this.#client, [...names]);
  }

  /** Applies a message of the box. @returns whether it changes anything */
  async take(unit: UnitRow, message: EventMessage): Promise<boolean> {
    const isAdopted = await this.#adopt(unit, message);
    return this.#fold(unit, message) || isAdopted;
  }

  /** Opens an entrapment event that the box reported by an alarm or its state, when no event of it is open. */
  async openEntrapment(unit: UnitRow, { at, code }: { at: number; code: string | null }): Promise<void> {
    if ((await this.#openEntrapments(unit)).size === 0) await this.#takeOwn(unit, `${OWN_PREFIX}${at}`, code, at, true);
  }

  /** Ends the events that the portal opened. The box ends its own. */
  async closeEntrapment(unit: UnitRow, at: number): Promise<void> {
    for (const eventId of await this.#openEntrapments(unit))
      if (eventId.startsWith(OWN_PREFIX)) await this.#takeOwn(unit, eventId, null, at, false);
  }

  /** Is an entrapment event of the unit open? */
  async hasEntrapment(unit: UnitRow): Promise<boolean> {
    return (await this.#openEntrapments(unit)).size > 0;
  }

  /** Is the event still open after the messages so far? */
  isOpen(unit: UnitRow, eventId: string): boolean {
    return this.#known(unit, eventId)?.objectStatus === true;
  }

  /** The code with which the event is stored. */
  codeOf(unit: UnitRow, eventId: string): string | null {
    return this.#known(unit, eventId)?.code ?? null;
  }

  /** When the event began, epoch ms; undefined when only its end is known. */
  startOf(unit: UnitRow, eventId: string): number | undefined {
    return this.#known(unit, eventId)?.startAt ?? undefined;
  }

  #known({ equipmentNo }: UnitRow, eventId: string): EventRow | undefined {
    const key = factKey(equipmentNo, eventId);
    return this.#changed.get(key)?.row ?? this.#stored.get(key);
  }

  async write(now: number): Promise<void> {
    const events = [...this.#changed.values()];
    await insertEvents(
      this.#client,
      events.filter(({ row }) => row.id === undefined),
      now,
    );
    await updateEvents(
      this.#client,
      events.filter(({ row }) => row.id !== undefined),
    );
  }

  #fold(unit: UnitRow, message: EventMessage): boolean {
    const { equipmentNo, eventId } = message;
    const key = factKey(equipmentNo, eventId);
    const row = foldEvent(this.#changed.get(key)?.row ?? this.#stored.get(key), message);
    if (row) this.#changed.set(key, { unit, eventId, row });
    return row !== undefined;
  }

  /**
   * The box sends its own event for persons whom its state or alarm reported before: it replaces ours, and our card.
   */
  async #adopt(unit: UnitRow, { equipmentNo, eventId, ...message }: EventMessage): Promise<boolean> {
    const key = factKey(equipmentNo, eventId);
    const isNew = !this.#changed.has(key) && !this.#stored.has(key);
    if (message.subType !== 'entrapment' || !message.objectStatus || !isNew) return false;
    const ownId = [...(await this.#openEntrapments(unit))].find((id) => id.startsWith(OWN_PREFIX));
    const row = ownId === undefined ? undefined : await this.#find({ equipmentNo, eventId: ownId });
    if (ownId === undefined || !row) return false;
    const ownKey = factKey(equipmentNo, ownId);
    this.#changed.delete(ownKey);
    this.#stored.delete(ownKey);
    this.#replaced.add(ownKey);
    const { code, title, message: text, payload } = message;
    this.#changed.set(key, { unit, eventId, row: { ...row, code, title, message: text, payload } });
    return true;
  }

  /** Ids of the entrapment events that are open now. */
  async #openEntrapments({ equipmentNo }: UnitRow): Promise<Set<string>> {
    const open = new Set(await findOpenEvents(this.#client, equipmentNo, 'entrapment'));
    for (const { unit, eventId, row } of this.#changed.values()) {
      if (unit.equipmentNo !== equipmentNo || row.subType !== 'entrapment') continue;
      if (row.objectStatus) open.add(eventId);
      else open.delete(eventId);
    }
    for (const eventId of open) if (this.#replaced.has(factKey(equipmentNo, eventId))) open.delete(eventId);
    return open;
  }

  async #find(name: EventName): Promise<EventRow | undefined> {
    const key = factKey(name.equipmentNo, name.eventId);
    const held = this.#changed.get(key)?.row ?? this.#stored.get(key);
    if (held) return held;
    const found = (await findEvents(this.#client, [name])).get(key);
    if (found) this.#stored.set(key, found);
    return found;
  }

  async #takeOwn(
    unit: UnitRow,
    eventId: string,
    code: string | null,
    at: number,
    objectStatus: boolean,
  ): Promise<void> {
    const { equipmentNo } = unit;
    await this.#find({ equipmentNo, eventId });
    this.#fold(unit, {
      leaf: 'event',
      equipmentNo,
      eventId,
      subType: 'entrapment',
      code,
      objectStatus,
      at,
      title: null,
      message: null,
      payload: null,
    });
  }
}
