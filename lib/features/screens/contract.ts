import { z } from 'zod';
import { anyOf, KEY_LIST_BYTES, operation, PUBLIC } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterEnum,
  filterFlag,
  filterKeys,
  filterText,
  int,
  key,
  moment,
  none,
  nullableClockTime,
  nullableText,
  optionalText,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import {
  MAX_LEVEL,
  MAX_NOTICE_SCREENS,
  MAX_NOTICE_TEXT,
  MAX_WAIT_SEC,
  NOTICE_PRIORITIES,
  NOTICE_STATES,
  RESERVED_SCREEN_NOS,
  SCREEN_PLACES,
  SCREEN_STATES,
} from './value-sets';

/** Screens in cars and at landings, and the notices that they show (api.md §2.26, silent-screens A9). */

export const SCREEN_SORT_FIELDS = ['createDate', 'screenNo'] as const;

const READ = anyOf('INFOTAINMENT_SCREEN_READ');
const WRITE = anyOf('INFOTAINMENT_SCREEN_WRITE');

export const SmartScreenRow = z.object({
  screenNo: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  place: z.enum(SCREEN_PLACES),
  resolution: z.string().nullable(),
  state: z.enum(SCREEN_STATES),
  lastBeat: dateTimeOut.nullable(),
  /** The text that an ONLINE screen says it shows. */
  current: z.string().nullable(),
  /** It says that it shows the text for trapped persons. */
  showsComfort: z.boolean(),
  /** Notices whose end is ahead. */
  activeTotal: z.number().int(),
  /** 0 to 100, as brightness. */
  volume: z.number().int().nullable(),
  brightness: z.number().int().nullable(),
  /** `HH:mm`, both or neither. */
  powerOn: z.string().nullable(),
  powerOff: z.string().nullable(),
  remark: z.string().nullable(),
});
export type SmartScreenRow = z.output<typeof SmartScreenRow>;

const ScreenFilters = z.object({
  /** A part of the number. */
  screenNo: filterText(40),
  /** A part of the unit's number. */
  equipmentNo: filterText(40),
  /** A part of the building's name. */
  key: filterText(),
  state: filterEnum(SCREEN_STATES),
  branchCode: filterKeys,
});
export type ScreenFilters = z.output<typeof ScreenFilters>;

export const queryScreens = operation({
  name: 'queryScreens',
  method: 'POST',
  path: 'smartScreen/query',
  access: READ,
  scope: 'eq',
  input: paging(SCREEN_SORT_FIELDS).extend(ScreenFilters.shape),
  output: pageOf(SmartScreenRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Screens in cars and at landings with their exact total (api.md §2.26)',
  audit: 'view',
});

const level = int(0, MAX_LEVEL)
  .nullish()
  .transform((value) => value ?? null);

/** Errors: validation_failed, not_found, no_object_permission, conflict (the number of a new one is taken). */
export const saveScreen = operation({
  name: 'saveScreen',
  method: 'POST',
  path: 'smartScreen/saveOrUpdate',
  access: WRITE,
  scope: 'eq',
  input: z
    .object({
      screenNo: key.min(1, 'required').refine((no) => !RESERVED_SCREEN_NOS.has(no), 'reservedName'),
      /** Refused where the number is taken. */
      isNew: z
        .boolean({ error: 'badValue' })
        .nullish()
        .transform((value) => value ?? false),
      equipmentNo: key.min(1, 'required'),
      place: z.enum(SCREEN_PLACES, { error: 'badValue' }),
      resolution: nullableText(20),
      volume: level,
      brightness: level,
      /** An end that is not later than its begin is the next day's; both alike: always on. */
      powerOn: nullableClockTime,
      powerOff: nullableClockTime,
      remark: nullableText(),
    })
    .superRefine(({ powerOn, powerOff }, context) => {
      if ((powerOn === null) === (powerOff === null)) return;
      context.addIssue({
        code: 'custom',
        path: [powerOn === null ? 'powerOn' : 'powerOff'],
        message: 'screenHoursTogether',
      });
    }),
  output: none,
  summary: 'Registers a screen, or changes what is known of it (api.md §2.26)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission. Its notices and its key go with it. */
export const deleteScreen = operation({
  name: 'deleteScreen',
  method: 'DELETE',
  path: 'smartScreen/{screenNo}',
  access: WRITE,
  scope: 'eq',
  input: z.object({ screenNo: key }),
  output: none,
  summary: 'Deletes a screen with its notices (api.md §2.26)',
  audit: 'delete',
});

/**
 * All or none. Errors: validation_failed, not_found, no_object_permission, conflict (a screen has five active notices),
 * unavailable (one of them is UNLINKED).
 */
export const publishNotice = operation({
  name: 'publishNotice',
  method: 'POST',
  path: 'smartScreen/publish',
  access: WRITE,
  scope: 'eq',
  input: z
    .object({
      screenNos: z.array(key, 'required').min(1, 'required').max(MAX_NOTICE_SCREENS, 'noticeScreensTooMany'),
      text: text(MAX_NOTICE_TEXT, 'required').min(1, 'required'),
      startTime: moment,
      endTime: moment,
      priority: z.enum(NOTICE_PRIORITIES, { error: 'badValue' }),
    })
    .refine(({ startTime, endTime }) => startTime < endTime, { error: 'noticeEndsEarly', path: ['endTime'] }),
  /** One a screen. */
  output: z.object({ noticeIds: z.array(z.string()) }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Publishes a notice to screens (api.md §2.26)',
  audit: 'create',
});

/** All or none. What is over stays as it is. Errors: not_found, no_object_permission. */
export const withdrawNotice = operation({
  name: 'withdrawNotice',
  method: 'POST',
  path: 'smartScreen/withdraw',
  access: WRITE,
  scope: 'eq',
  input: z.object({ noticeIds: z.array(key, 'required').min(1, 'required').max(1000, 'tooMany') }),
  output: none,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Takes notices off their screens (api.md §2.26)',
  audit: 'update',
});

export const ScreenNotice = z.object({
  noticeId: z.string(),
  screenNo: z.string(),
  text: z.string(),
  startTime: dateTimeOut,
  endTime: dateTimeOut,
  priority: z.enum(NOTICE_PRIORITIES),
  state: z.enum(NOTICE_STATES),
  isActive: z.boolean(),
  /** Display name; null: outside the caller's scope. */
  createBy: z.string().nullable(),
  createDate: dateTimeOut,
});
export type ScreenNotice = z.output<typeof ScreenNotice>;

/** Errors: not_found, no_object_permission. */
export const listScreenHistory = operation({
  name: 'listScreenHistory',
  method: 'GET',
  path: 'smartScreen/history/{screenNo}',
  access: READ,
  scope: 'eq',
  input: paging(['createDate']).extend({ screenNo: key, active: filterFlag }),
  output: pageOf(ScreenNotice).extend(CutHistory.shape),
  summary: 'Notices of a screen, the latest first (api.md §2.26)',
});

/**
 * A code that links a screen once, within 15 minutes and five tries; a new one ends the one before. Errors: not_found,
 * no_object_permission.
 */
export const createScreenCode = operation({
  name: 'createScreenCode',
  method: 'POST',
  path: 'smartScreen/code',
  access: WRITE,
  scope: 'eq',
  input: z.object({ screenNo: key }),
  output: z.object({ code: z.string(), expireDate: dateTimeOut }),
  summary: 'Makes a code that links a screen (api.md §2.26)',
  audit: 'update',
});

/** The screen is UNLINKED at once. Errors: not_found, no_object_permission. */
export const revokeScreenKey = operation({
  name: 'revokeScreenKey',
  method: 'DELETE',
  path: 'smartScreen/key/{screenNo}',
  access: WRITE,
  scope: 'eq',
  input: z.object({ screenNo: key }),
  output: none,
  summary: 'Takes the key of a screen (api.md §2.26)',
  audit: 'update',
});

/** What a screen itself calls. Errors: invalid_grant. */
export const linkScreen = operation({
  name: 'linkScreen',
  method: 'POST',
  path: 'screen/v1/link',
  access: PUBLIC,
  scope: '-',
  input: z.object({ screenNo: key, code: text(20, 'required') }),
  /** Shown once. */
  output: z.object({ key: z.string() }),
  summary: 'A screen gets its key for a code (api.md §2.26)',
  audit: 'update',
});

export const ScreenContent = z.object({
  /** Told back by the next beat: the screen has this content. */
  mark: z.string(),
  /** Epoch ms, as all times here. */
  at: z.number().int(),
  /** Persons are trapped: the screen shows these texts and nothing else. */
  comfort: z.boolean(),
  comfortTexts: z.object({ zh: z.string(), en: z.string() }),
  volume: z.number().int().nullable(),
  brightness: z.number().int().nullable(),
  powerOn: z.string().nullable(),
  powerOff: z.string().nullable(),
  notices: z.array(
    z.object({
      noticeId: z.string(),
      text: z.string(),
      startTime: z.number().int(),
      endTime: z.number().int(),
      priority: z.enum(NOTICE_PRIORITIES),
    }),
  ),
});
export type ScreenContent = z.output<typeof ScreenContent>;

const noticeIds = z
  .array(key)
  .max(20, 'tooMany')
  .nullish()
  .transform((value) => value ?? []);

/** A screen says that it lives and what it shows, and hears what to show. Errors: invalid_token, rate_limited, unavailable. */
export const beatScreen = operation({
  name: 'beatScreen',
  method: 'POST',
  path: 'screen/v1/beat',
  access: PUBLIC,
  scope: '-',
  input: z.object({
    screenNo: key,
    key: text(100, 'required'),
    /** Of the content that it has. */
    mark: optionalText(40),
    /** Waits so long for another content. */
    waitSec: int(0, MAX_WAIT_SEC).nullish(),
    /** A notice, or `comfort`. */
    showing: nullableText(40),
    shown: noticeIds,
    failed: noticeIds,
  }),
  output: ScreenContent,
  summary: 'A screen tells what it shows and hears what to show (api.md §2.26)',
  untrimmed: ['key'],
  audit: 'none',
});

export const screenOperations = [
  queryScreens,
  saveScreen,
  deleteScreen,
  publishNotice,
  withdrawNotice,
  listScreenHistory,
  createScreenCode,
  revokeScreenKey,
  linkScreen,
  beatScreen,
];
