import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';

/** Applications for the monitoring wall: value sets (api.md §2.28 CampusApplyRow, silent-screens B4). */

export const APPLY_STATUSES = ['NEW', 'CONTACTED', 'ENABLED', 'REJECTED', 'EXPIRED'] as const;
export type ApplyStatus = (typeof APPLY_STATUSES)[number];

export const APPLY_ACTIONS = ['contacted', 'enable', 'reject', 'extend', 'disable'] as const;
export type ApplyAction = (typeof APPLY_ACTIONS)[number];

/** Tabs of the wall that an application can open; each is an authority `CAMPUS_VIEW_<TAB>_READ`. */
export const WALL_TABS = ['callback', 'equipment', 'service', 'announcement'] as const;
export type WallTab = (typeof WALL_TABS)[number];

/** Days that an application is usually enabled for. */
export const VALID_DAYS = [30, 90, 365] as const;

/** What may be done with an application in which state. Still open means: NEW or CONTACTED. */
const FROM: Readonly<Record<ApplyAction, readonly ApplyStatus[]>> = {
  contacted: ['NEW'],
  reject: ['NEW', 'CONTACTED'],
  enable: ['NEW', 'CONTACTED'],
  extend: ['ENABLED', 'EXPIRED'],
  disable: ['ENABLED'],
};
/** Actions of the head office alone. */
const HEAD_OFFICE: readonly ApplyAction[] = ['enable', 'extend', 'disable'];

/** Does the state allow the action? */
export const isPossible = (action: ApplyAction, status: ApplyStatus) => FROM[action].includes(status);

/** Is the action one of this kind of user? Some are the head office's alone. */
export const isOfKind = (holder: { readonly userType: number }, action: ApplyAction) =>
  isHeadOffice(holder) || !HEAD_OFFICE.includes(action);
