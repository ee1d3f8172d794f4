import { z } from 'zod';
import { WATCH } from '@/lib/live/video/stream-protocol';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterEnum,
  filterKeys,
  filterText,
  int,
  key,
  none,
  nullableText,
  optionalKey,
  optionalMoment,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { BUSINESS_TYPES, OPENED_FROM, PLATFORMS, POSITIONS, SOURCES, VIDEO_STATES } from './value-sets';

/** Cameras and their pictures (api.md §2.10, doc2 §4.6, silent-screens A7, readings 89-90, 165-170). */

const HEAD_OFFICE: Access = { kind: 'userType', userTypes: OFFICE_TYPES };
const MAINTAIN: Access = { kind: 'authority', anyOf: ['CAMERA_WRITE'], userTypes: OFFICE_TYPES };

/** Created by the browser and kept for 5 minutes: the session of one dialog. */
const clientId = text(64, 'required').regex(/^[A-Za-z0-9_.-]{1,64}$/, 'badKey');
const openedFrom = z.enum(OPENED_FROM, { error: 'badValue' }).nullish();

/** One camera of a unit in the dialog. */
export const UnitCamera = z.object({
  cameraId: z.string(),
  position: z.enum(POSITIONS),
  streamPlatform: z.enum(PLATFORMS),
  video_status: z.enum(VIDEO_STATES),
  /** The camera has a device for talks. */
  hasTalk: z.boolean(),
  /** There are recordings, or may be: `localRecord` of the relay, `cloudRecord` of the platform; null: none. */
  recordType: z.enum(['localRecord', 'cloudRecord']).nullable(),
  /** For `downloadRecord`. */
  deviceId: z.string(),
  channelId: z.string(),
  streamType: z.string(),
  protoType: z.string(),
  encryptMode: z.string(),
});
export type UnitCamera = z.output<typeof UnitCamera>;

/**
 * The state of a unit's camera and, while it plays, the address of its live stream, which opens or renews the session
 * of the `clientId` as `startVideo` with `real` does. Without a clientId it is a session `unit-{equipmentNo}` of the
 * account, and `url` is empty when no place is free for it. Errors: 404, 511, 409 as startVideo (with a clientId), 502.
 */
export const getVideoUrl = operation({
  name: 'getVideoUrl',
  method: 'POST',
  path: 'video/getUrl',
  access: WATCH,
  scope: 'eq',
  input: z.object({
    equipmentNo: key,
    /** One of several cameras; absent: the first one that plays. */
    cameraId: optionalKey,
    clientId: clientId.nullish(),
    openedFrom,
  }),
  output: z.object({
    video_status: z.enum(VIDEO_STATES),
    url: z.partialRecord(z.enum(PLATFORMS), z.object({ http_flv: z.string() })),
    /** The camera of `video_status` and `url`; null with 00. */
    cameraId: z.string().nullable(),
    /** The enabled cameras of the unit. */
    cameras: z.array(UnitCamera),
    /** A configured unit with the wide dialog and the choice between live and recorded (doc2 §4.6). */
    isSpecial: z.boolean(),
  }),
  summary: 'State of a camera and the address of its live stream (api.md §2.10)',
  audit: 'video',
});
export type VideoUrl = z.output<(typeof getVideoUrl)['output']>;

/**
 * Opens a stream: `real` and records answer a path of HTTP-FLV, `talk` a path of a WebSocket (api.md §3.8), both of this
 * origin, or an absolute URL of the outside platform. A call with the same `clientId` renews its session.
 * Errors: 404, 511; 409 `talkTaken`, `tooManyVideos`; 502 with the platform's words, camera offline, no talk, nothing recorded.
 */
export const startVideo = operation({
  name: 'startVideo',
  method: 'POST',
  path: 'video/start',
  access: WATCH,
  scope: 'eq',
  input: z.object({
    equipmentNo: key,
    cameraId: optionalKey,
    clientId,
    businessType: z.enum(BUSINESS_TYPES, { error: 'badValue' }),
    /** `yyyy-MM-dd HH:mm:ss`; of records only, at most 24 h. */
    beginTime: optionalMoment,
    endTime: optionalMoment,
    openedFrom,
  }),
  output: z.string(),
  summary: 'Opens a live, recorded or talk stream (api.md §2.10)',
  audit: 'video',
});

/** Ends the caller's sessions of a client id; unknown ones are no error. */
export const closeVideo = operation({
  name: 'closeVideo',
  method: 'POST',
  path: 'video/close',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ clientId }),
  output: none,
  summary: 'Ends the video sessions of a client id (api.md §2.10)',
  audit: 'video',
});

const moment = optionalMoment.refine((value) => value !== undefined, 'required').transform((value) => value ?? '');

/**
 * The address of a recorded range as one FLV file; it is fetched with the token, like a stream. Errors: 404, 511, 409,
 * 502.
 */
export const downloadRecord = operation({
  name: 'downloadRecord',
  method: 'POST',
  path: 'video/record/download',
  access: WATCH,
  scope: 'eq',
  input: z.object({
    deviceId: text(64, 'required'),
    channelId: text(64, 'required'),
    streamType: text(10, 'required'),
    protoType: text(10, 'required'),
    encryptMode: text(10, 'required'),
    businessType: z.enum(['localRecord', 'cloudRecord'], { error: 'badValue' }),
    beginTime: moment,
    endTime: moment,
  }),
  output: z.object({ url: z.string(), status: z.string(), errMsg: z.string().nullable() }),
  summary: 'Address of a recorded range as a file (api.md §2.10)',
  audit: 'video',
});

/**
 * The recorded ranges of a camera in the relay, oldest first; those of an outside platform are not known. Errors: 404,
 * 511.
 */
export const queryVideoRecords = operation({
  name: 'queryVideoRecords',
  method: 'POST',
  path: 'video/record/query',
  access: WATCH,
  scope: 'eq',
  input: z.object({ equipmentNo: key, cameraId: optionalKey }),
  output: z.object({
    cameraId: z.string().nullable(),
    /** Is the camera recorded from now on? */
    recorded: z.boolean(),
    ranges: z.array(z.object({ beginTime: dateTimeOut, endTime: dateTimeOut })),
  }),
  summary: 'Recorded ranges of a camera (api.md §2.10)',
  audit: 'view',
});

export const CAMERA_SORT_FIELDS = [
  'createDate',
  'equipmentNo',
  'platform',
  'deviceId',
  'position',
  'video_status',
  'lastOnlineDate',
  'updateDate',
] as const;

export const CameraRow = z.object({
  cameraId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  branchName: z.string().nullable(),
  platform: z.enum(PLATFORMS),
  source: z.enum(SOURCES),
  deviceId: z.string(),
  channelId: z.number().int(),
  position: z.enum(POSITIONS),
  streamType: z.string().nullable(),
  protoType: z.string().nullable(),
  encryptMode: z.string().nullable(),
  enabled: z.boolean(),
  /** The relay keeps the last 24 hours. */
  recorded: z.boolean(),
  /** A publishing key was issued (source rtmp). */
  hasKey: z.boolean(),
  /** False: its platform is not configured, so it cannot play. */
  isPlayable: z.boolean(),
  video_status: z.enum(VIDEO_STATES),
  lastOnlineDate: dateTimeOut.nullable(),
  remark: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateDate: dateTimeOut,
  createDate: dateTimeOut,
});
export type CameraRow = z.output<typeof CameraRow>;

const CameraFilters = z.object({
  /** Part of equipment number or name. */
  key: filterText(),
  deviceId: filterText(64),
  platform: filterEnum(PLATFORMS),
  status: filterEnum(VIDEO_STATES),
  branchCode: filterKeys,
});
export type CameraFilters = z.output<typeof CameraFilters>;

export const queryCameras = operation({
  name: 'queryCameras',
  method: 'POST',
  path: 'camera/query',
  access: HEAD_OFFICE,
  scope: 'eq',
  input: paging(CAMERA_SORT_FIELDS).extend(CameraFilters.shape),
  output: pageOf(CameraRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Cameras with filters and exact total (api.md §2.10)',
  audit: 'view',
});

export const CameraSave = z.object({
  /** Absent: a new camera. */
  cameraId: optionalKey,
  equipmentNo: key,
  platform: z.enum(PLATFORMS, { error: 'required' }),
  /** Absent: unchanged; for a new one `rtmp`, or `platform` when the outside platform serves its kind. */
  source: z.enum(SOURCES, { error: 'badValue' }).nullish(),
  deviceId: text(64, 'required').min(1, 'required'),
  channelId: int(0, 999),
  position: z.enum(POSITIONS, { error: 'required' }),
  streamType: nullableText(10),
  protoType: nullableText(10),
  encryptMode: nullableText(10),
  enabled: z.boolean({ error: 'badValue' }).nullish(),
  recorded: z.boolean({ error: 'badValue' }).nullish(),
  remark: nullableText(200),
});

/**
 * Errors: 404 (equipment, camera), 409 the channel belongs to another unit. The equipment's flag follows its enabled
 * cameras.
 */
export const saveCamera = operation({
  name: 'saveCamera',
  method: 'POST',
  path: 'camera/saveOrUpdate',
  access: MAINTAIN,
  scope: 'eq',
  input: CameraSave,
  output: z.object({ cameraId: z.string() }),
  summary: 'Adds or changes a camera (api.md §2.10)',
  audit: 'update',
});

/** Errors: 404. Its recordings are deleted and its viewers disconnected. */
export const deleteCamera = operation({
  name: 'deleteCamera',
  method: 'DELETE',
  path: 'camera/{cameraId}',
  access: MAINTAIN,
  scope: 'eq',
  input: z.object({ cameraId: key }),
  output: none,
  summary: 'Deletes a camera (api.md §2.10)',
  audit: 'delete',
});

/**
 * A new publishing key, shown once. A publisher with the old key is disconnected. Errors: 404, 409 (not source rtmp).
 */
export const resetCameraKey = operation({
  name: 'resetCameraKey',
  method: 'POST',
  path: 'camera/resetKey',
  access: MAINTAIN,
  scope: 'eq',
  input: z.object({ cameraId: key }),
  output: z.object({
    key: z.string(),
    /** The whole address for a camera or encoder, and its two parts for devices that need server and stream key. */
    publishUrl: z.string(),
    server: z.string(),
    streamKey: z.string(),
  }),
  summary: 'Gives a camera a new publishing key, told once (api.md §2.10)',
  audit: 'update',
});

export const exportCameras = operation({
  name: 'exportCameras',
  method: 'POST',
  path: 'camera/download',
  access: HEAD_OFFICE,
  scope: 'eq',
  input: CameraFilters.extend(sorting(CAMERA_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Cameras as xlsx (api.md §2.10)',
  audit: 'export',
});

export const cameraOperations = [
  getVideoUrl,
  startVideo,
  closeVideo,
  downloadRecord,
  queryVideoRecords,
  queryCameras,
  saveCamera,
  deleteCamera,
  resetCameraKey,
  exportCameras,
];
