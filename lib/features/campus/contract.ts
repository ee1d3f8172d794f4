import { z } from 'zod';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { anyOf, FORM_BYTES, FORM_MEMBERS, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { code, codeOut, filterText, int, key, noInput, none, pageOf, text } from '@/lib/platform/contract/schemas';
import {
  CAMPUS_SIZES,
  CAMPUS_UPLOAD,
  DEFAULT_CAMPUS_SIZE,
  MAX_WALL_UNITS,
  WALL_DISPLAY_TYPES,
  WALL_GROUPINGS,
  WALL_ORDERS,
} from './value-sets';

/** Operations of the monitoring wall (api.md §2.11); shapes of §2.28. */

export const CampusBasic = z.object({
  /** Empty until the user names the wall. */
  title: z.string(),
  /** Relative paths; a client puts `/sms/file/view/` before them. */
  logo: z.string().nullable(),
  background: z.string().nullable(),
  /** 1: the alarm sound is on (readings 38). */
  mute: codeOut([0, 1]),
  /** Tiles on a page: 40, 80 or 100. */
  campusViewSize: codeOut(CAMPUS_SIZES),
});

export const CampusEquipment = z.object({
  equipmentNo: z.string(),
  /** The name on this wall; the equipment's own name when it has none. */
  equipmentNickName: z.string(),
  /** Code of api.md §1.11, `YAE_ELT` … */
  equipmentType: z.string(),
  companyCode: z.string(),
  /** 1 online, 0 everything else (readings 34). */
  isEquipOnline: codeOut([0, 1]),
  /** Order on the wall, from 0; shown as the index in its group of 40 (readings 39). */
  position: z.number().int(),
  displayType: z.enum(WALL_DISPLAY_TYPES),
  /** 1: a camera exists, and the data strategy does not hide it. */
  camera: codeOut([0, 1]).default(0),
  /** Landings of an elevator; null for other kinds and where they are not known. */
  totalFloors: z.number().int().nullable().default(null),
  /** Storeys without landings: how many lie above which physical landing. */
  expressZones: z.array(z.object({ above: z.number().int(), storeys: z.number().int() })).default([]),
});

export type CampusBasic = z.output<typeof CampusBasic>;
export type CampusEquipment = z.output<typeof CampusEquipment>;

/** The caller's wall: its look and what it is about. Without a stored one: no title, 40 tiles, sound off (api.md §2.11). */
export const getCampusView = operation({
  name: 'getCampusView',
  method: 'GET',
  path: 'campusview',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'self',
  input: noInput,
  output: z.object({
    basic: CampusBasic,
    /** Names of the projects whose units are on the wall, at most 20, joined by U+3001; null without any. */
    projectNames: z.string().nullable(),
    /** Units on the wall that the caller may see. */
    equipmentTotal: z.number().int(),
  }),
  summary: "The caller's wall: title, pictures, page size, projects (api.md §2.11)",
});

/** Whose order a wall shows: the user's choice, or the need of the units, because nothing was chosen (readings 124). */
export const WALL_SOURCES = ['chosen', 'care'] as const;
export type WallSource = (typeof WALL_SOURCES)[number];

/** A project of the units on a page of the wall (readings 146). */
const CampusProject = z.object({
  projectId: z.string(),
  projectName: z.string(),
  /** Its units on the whole wall; null where only the page is known (source care). */
  total: z.number().int().nullable(),
  /** Its units on this page; a unit of several projects stands in the first the caller sees. */
  equipmentNos: z.array(z.string()),
});

/**
 * The configured units in their order; out of scope or focus they are left out. Grouped, the units of a project stand
 * together; worst first by their status, the worst project first (readings 146). None configured: of userType 0 and 2 the
 * units of the scope that need care, worst first; otherwise empty (client status 3).
 */
export const pageCampusEquipment = operation({
  name: 'pageCampusEquipment',
  method: 'GET',
  path: 'campusview/equipmentPage',
  access: anyOf('CAMPUS_VIEW_READ', 'SHANGHAI_CENTER_READ'),
  scope: 'eq',
  input: z.object({
    pageIndex: int(1, 100_000).default(1),
    pageSize: int(1, 200).default(DEFAULT_CAMPUS_SIZE),
    displayType: z
      .preprocess(
        (value) => (value === '' ? undefined : value),
        z.enum(WALL_DISPLAY_TYPES, { error: 'badValue' }).nullish(),
      )
      .transform((value) => value ?? undefined),
    group: z.enum(WALL_GROUPINGS, { error: 'badValue' }).default('none'),
    order: z.enum(WALL_ORDERS, { error: 'badValue' }).default('position'),
  }),
  output: z.object({
    source: z.enum(WALL_SOURCES).default('chosen'),
    equipmentList: pageOf(CampusEquipment),
    /** The projects of the page's units, where `group` asks for them. */
    projects: z.array(CampusProject).optional(),
  }),
  summary: "A page of the units on the caller's wall (api.md §2.11)",
});

/** Units without and with a fault, by kind; moving walks count as escalators. Each count equals the list it opens. */
export const countCampusErrors = operation({
  name: 'countCampusErrors',
  method: 'GET',
  path: 'equipmentExtension/error',
  access: SIGNED_IN,
  scope: 'eq',
  input: noInput,
  output: z.object({
    elevatorNormal: z.number().int(),
    elevatorStop: z.number().int(),
    escalatorNormal: z.number().int(),
    escalatorStop: z.number().int(),
  }),
  summary: 'Normal and faulty units by kind (api.md §2.11)',
});

/** Units online, offline (cabinet disconnected among them) and not installed. */
export const countConnected = operation({
  name: 'countConnected',
  method: 'GET',
  path: 'equipmentExtension/connectedStatus/stats',
  access: SIGNED_IN,
  scope: 'eq',
  input: noInput,
  output: z.object({
    onlineCount: z.number().int(),
    offlineCount: z.number().int(),
    unregisteredCount: z.number().int(),
    allCount: z.number().int(),
  }),
  summary: 'Online, offline and not installed units (api.md §2.11)',
});

/** Tiles on a page of the caller's wall, kept for him. */
export const saveCampusSize = operation({
  name: 'saveCampusSize',
  method: 'POST',
  path: 'campusview/saveOrUpdateForSize',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'self',
  input: z.object({ campusViewSize: code(CAMPUS_SIZES) }),
  output: none,
  summary: "Tiles on a page of the caller's wall (api.md §2.11)",
  audit: 'update',
});

/** What the settings dialog starts from: everything that is saved, also what a focus hides. */
export const queryCampusConfig = operation({
  name: 'queryCampusConfig',
  method: 'POST',
  path: 'campusview/query',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'self',
  input: noInput,
  output: z.object({ campusView: CampusBasic, equipmentList: z.array(CampusEquipment) }),
  summary: 'Settings of the wall: look and units (api.md §2.11)',
  audit: 'view',
});

/** Units that may be put on the wall, with those on it marked. */
export const queryCampusMapping = operation({
  name: 'queryCampusMapping',
  method: 'POST',
  path: 'campusview/queryMapping',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'eq',
  input: z.object({ pageIndex: int(1, 100_000).default(1), pageSize: int(1, 1000).default(15), key: filterText() }),
  output: pageOf(CampusEquipment.extend({ checked: z.boolean() })),
  summary: 'Units that may be put on the wall (api.md §2.11)',
  audit: 'view',
});

const picture = text(300)
  .nullish()
  .transform((value) => value || null);

/** The form of the settings dialog (doc3 §3 "Campus view (save)"). */
export const CampusViewEdit = z.object({
  campusView: z.object({ title: text().min(1, 'required'), logo: picture, background: picture }),
  equipmentList: z
    .array(
      z.object({
        equipmentNo: key,
        /** Empty: the equipment's own name. */
        equipmentNickName: text()
          .nullish()
          .transform((value) => value ?? ''),
        equipmentType: text(40).nullish(),
        companyCode: text(40).nullish(),
        /** Order from 0; beyond the bounds of the list it is the nearest of them. */
        position: z.coerce.number({ error: 'badValue' }).int('badValue'),
      }),
    )
    .max(MAX_WALL_UNITS, 'tooMany'),
});

/** Errors: access_denied (campus.message9 in the dialog), no_object_permission, not_found. */
export const saveCampusView = operation({
  name: 'saveCampusView',
  method: 'POST',
  path: 'campusview/saveOrUpdate',
  access: anyOf('CAMPUS_VIEW_WRITE'),
  scope: 'eq',
  input: CampusViewEdit,
  output: none,
  successKey: 'updated',
  maxBytes: FORM_BYTES,
  maxMembers: FORM_MEMBERS,
  summary: 'Saves title, pictures and units of the wall (api.md §2.11)',
  audit: 'update',
});

/** 1: the alarm sound is on (readings 38). */
export const saveCampusMute = operation({
  name: 'saveCampusMute',
  method: 'POST',
  path: 'campusview/saveOrUpdateForMute',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'self',
  input: z.object({ mute: code([0, 1]) }),
  output: none,
  summary: 'Alarm sound of the wall on or off (api.md §2.11)',
  audit: 'update',
});

/** A logo of up to 512 KB or a background of up to 2 MB, jpeg or png by name and bytes. Errors: payload_too_large, unsupported_media_type. */
export const uploadCampusImage = operation({
  name: 'uploadCampusImage',
  method: 'POST',
  path: 'file/upload/sms/campus',
  access: anyOf('CAMPUS_VIEW_WRITE'),
  scope: 'self',
  upload: CAMPUS_UPLOAD,
  input: z.object({ file: receivedFile, kind: z.enum(['logo', 'background'], { error: 'badValue' }) }),
  output: z.object({ path: z.string() }),
  summary: 'A picture for the wall (api.md §2.11)',
  audit: 'create',
});

/** A suspicion that the custom wall has about a unit; within 10 min of an open one that one is answered, without a second row. Errors: 511. */
export const saveEquipmentWarn = operation({
  name: 'saveEquipmentWarn',
  method: 'PUT',
  path: 'equipmentWarn/save',
  access: anyOf('CAMPUS_VIEW_READ'),
  scope: 'eq',
  input: z.object({ equipmentNo: key, warnDesc: text().min(1, 'required') }),
  output: z.object({ warnId: z.string() }),
  summary: 'Tells a suspicion about a unit, for example a trapped person (api.md §2.11)',
  audit: 'create',
});

export type CampusView = OutputOf<typeof getCampusView>;
export type CampusPage = OutputOf<typeof pageCampusEquipment>['equipmentList'];
export type FaultCounts = OutputOf<typeof countCampusErrors>;
export type ConnectionCounts = OutputOf<typeof countConnected>;

export const campusOperations = [
  getCampusView,
  pageCampusEquipment,
  countCampusErrors,
  countConnected,
  queryCampusConfig,
  queryCampusMapping,
  saveCampusView,
  saveCampusMute,
  saveCampusSize,
  uploadCampusImage,
  saveEquipmentWarn,
];
