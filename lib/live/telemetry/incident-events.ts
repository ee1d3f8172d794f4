import type { EventMessage } from './payload';

/** How the start and end messages of one event become one row, in any order of arrival (api.md §4.5). Pure. */

/**
 * Commissioning ("start-up and put into use" in the box's words) is a fact: it is never an ongoing event (api.md §4.6).
 */
export const COMMISSIONING_MESSAGE = '\u542f\u52a8\u548c\u6295\u5165\u4f7f\u7528';

export interface EventRow {
  /** Decimal text of the bigint; undefined until the row has one. */
  id?: string;
  objectStatus: boolean;
  startAt: number | null;
  endAt: number | null;
  subType: string;
  code: string | null;
  title: string | null;
  message: string | null;
  payload: unknown;
}

/** @returns the row after the message, or undefined when the message changes nothing. */
export function foldEvent(row: EventRow | undefined, event: EventMessage): EventRow | undefined {
  const isOver = event.message === COMMISSIONING_MESSAGE;
  const isStart = event.objectStatus;
  if (!row) {
    const { subType, code, title, message, payload, at } = event;
    return {
      objectStatus: isStart && !isOver,
      startAt: isStart ? at : null,
      endAt: isStart && !isOver ? null : at,
      subType,
      code,
      title,
      message,
      payload,
    };
  }
  if (isStart) {
    if (row.startAt !== null) return undefined;
    // The end arrived first. An end that is older than this start belongs to another event.
    const isEnded = row.endAt !== null && row.endAt >= event.at;
    return {
      ...row,
      startAt: event.at,
      objectStatus: !isEnded && !isOver,
      endAt: isEnded || isOver ? row.endAt : null,
    };
  }
  if (!row.objectStatus || (row.startAt !== null && event.at < row.startAt)) return undefined;
  return { ...row, objectStatus: false, endAt: event.at };
}
