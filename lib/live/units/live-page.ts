import type { DisplayType } from './value-sets';

/** Route keys of the live pages by kind; other equipment has none (doc2 §2.1). Whether a page exists and may be opened, `lib/routes` says. */
export const LIVE_PAGE = { EV: 'elevator', ES: 'escalator', WW: 'sidewalk' } as const satisfies Partial<
  Record<DisplayType, string>
>;

/** Route key of the live page of a unit; undefined for a kind without one. */
export const livePageOf = (displayType: DisplayType): (typeof LIVE_PAGE)[keyof typeof LIVE_PAGE] | undefined =>
  displayType === 'OTHER' ? undefined : LIVE_PAGE[displayType];
