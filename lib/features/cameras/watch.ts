import { config } from '@/lib/config';
import { readTrappedUnits } from '@/lib/live/scope/trapped-units';
import { findSegments } from '@/lib/live/video/recordings';
import { closeSession, closeSessions, openSession } from '@/lib/live/video/sessions';
import { signTicket } from '@/lib/live/video/tickets';
import type { Ticket } from '@/lib/live/video/tickets';
import { flvPath, talkPath, VIDEO_TIMES } from '@/lib/live/video/stream-protocol';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Camera } from '@/lib/platform/db/generated/client';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { shownTime } from '@/lib/platform/strategy/limits';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import type { downloadRecord, getVideoUrl, queryVideoRecords, startVideo } from './contract';
import { platformClose, platformDownload, platformStart } from './platform';
import { camerasOf, chosenOf, requireCamera, stateOf, toUnitCamera } from './unit-cameras';
import { MAX_RECORD_HOURS } from './value-sets';
import type { BusinessType } from './value-sets';

/** Watching a unit (api.md §2.10): sessions are opened here, and the relay serves what they allow. */

const HOUR_MS = 3_600_000;

interface WatchRequest {
  readonly clientId: string;
  readonly businessType: BusinessType;
  readonly openedFrom?: string | null;
  readonly beginTime?: string;
  readonly endTime?: string;
  /** Length of the session, ms; absent: the usual 5 minutes. */
  readonly lifeMs?: number;
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

/** @throws validation_failed: no range, end before start, or longer than a day */
function rangeOf({ beginTime, endTime }: Pick<WatchRequest, 'beginTime' | 'endTime'>): Range {
  const [begin, end] = [parseWallTime(beginTime), parseWallTime(endTime)];
  if (begin === undefined) throw new FieldError('beginTime', 'required');
  if (end === undefined) throw new FieldError('endTime', 'required');
  if (end <= begin) throw new FieldError('endTime', 'dateOrder');
  if (end - begin > MAX_RECORD_HOURS * HOUR_MS)
    throw new FieldError('endTime', 'recordTooLong', { hours: MAX_RECORD_HOURS });
  return { begin, end };
}

/** The unit's state when somebody watched it, for the audit line. */
async function noteWhy({ cameraId, equipmentNo }: Camera, { businessType, openedFrom }: WatchRequest): Promise<void> {
  const [status, trapped] = await Promise.all([
    db().equipmentStatus.findUnique({ where: { equipmentNo }, select: { errorStatus: true } }),
    readTrappedUnits([equipmentNo]),
  ]);
  const condition = trapped.has(equipmentNo)
    ? 'trapped'
    : status?.errorStatus === ERROR_STATUS.faulty
      ? 'fault'
      : 'normal';
  noteChange(null, { cameraId, businessType, openedFrom: openedFrom ?? null, condition });
}

const kindOf = (businessType: BusinessType): Ticket['kind'] =>
  businessType === 'real' || businessType === 'talk' ? businessType : 'record';

/** Opens a session of one of our own cameras and signs its address. @throws conflict */
async function openOwn(
  actor: Actor,
  camera: Camera,
  asked: WatchRequest,
  range: Range | undefined,
  now: Date,
): Promise<string> {
  const { username, sessionId } = actor;
  const { cameraId, equipmentNo } = camera;
  const { clientId, businessType, openedFrom } = asked;
  const videoSessionId = await openSession(
    { username, sessionId, clientId, equipmentNo, cameraId, businessType, openedFrom },
    now,
    { lifeMs: asked.lifeMs },
  );
  const kind = kindOf(businessType);
  const ticket = await signTicket({ videoSessionId, username, sessionId, cameraId, kind, range }, now.getTime());
  return kind === 'talk' ? talkPath(cameraId, ticket) : flvPath(cameraId, ticket);
}

/**
 * A stream of an outside platform counts as a session for its whole life, because the relay cannot see its viewer.
 * @throws conflict, bad_gateway
 */
async function openOutside(actor: Actor, camera: Camera, asked: WatchRequest, now: Date): Promise<string> {
  const { username, sessionId } = actor;
  const { cameraId, equipmentNo } = camera;
  const { clientId, businessType, openedFrom, beginTime, endTime } = asked;
  const id = await openSession(
    { username, sessionId, clientId, equipmentNo, cameraId, businessType, openedFrom },
    now,
    { keepMs: VIDEO_TIMES.closeMs },
  );
  try {
    return await platformStart(camera, { clientId, businessType, beginTime, endTime });
  } catch (error) {
    await closeSession(id, now);
    throw error;
  }
}

const unavailable = (messageKey: string) => new AppError('bad_gateway', { messageKey });

/** @throws validation_failed, conflict, bad_gateway */
async function open(actor: Actor, camera: Camera, asked: WatchRequest): Promise<string> {
  const now = new Date();
  const kind = kindOf(asked.businessType);
  const range = kind === 'record' ? rangeOf(asked) : undefined;
  await noteWhy(camera, asked);
  if (camera.source === 'platform') return openOutside(actor, camera, asked, now);
  if (kind === 'real' && stateOf(camera) !== '02') throw unavailable('cameraOffline');
  if (kind === 'talk' && !toUnitCamera(camera).hasTalk) throw unavailable('noTalk');
  if (range && (asked.businessType !== 'localRecord' || (await findSegments(camera.cameraId, range)).length === 0))
    throw unavailable('noRecording');
  return openOwn(actor, camera, asked, range, now);
}

/** A call without a client id names only the unit (doc2 §7): it gets a client id per unit. */
const unnamedClient = (equipmentNo: string) => `unit-${equipmentNo}`.slice(0, 64);

/**
 * The address of a live stream. Without a client id it is undefined when no place is free, because the call still has
 * to answer the unit's state.
 * @throws conflict (with a client id), bad_gateway
 */
async function addressOf(
  actor: Actor,
  camera: Camera,
  { clientId, openedFrom }: Pick<ParsedOf<typeof getVideoUrl>, 'clientId' | 'openedFrom'>,
): Promise<string | undefined> {
  if (clientId) return open(actor, camera, { clientId, businessType: 'real', openedFrom });
  try {
    const asked = { clientId: unnamedClient(camera.equipmentNo), businessType: 'real', openedFrom } as const;
    return await open(actor, camera, asked);
  } catch (error) {
    if (error instanceof AppError && error.id === 'conflict') return undefined;
    throw error;
  }
}

/** @throws not_found, no_object_permission, conflict, bad_gateway */
export async function findVideoUrl(
  actor: Actor,
  { equipmentNo, cameraId, ...asked }: ParsedOf<typeof getVideoUrl>,
): Promise<OutputOf<typeof getVideoUrl>> {
  const cameras = await camerasOf(actor, equipmentNo);
  const camera = chosenOf(cameras, cameraId);
  const status = camera ? stateOf(camera) : '00';
  const address = camera && status === '02' ? await addressOf(actor, camera, asked) : undefined;
  return {
    video_status: status,
    url: camera && address !== undefined ? { [camera.platform]: { http_flv: address } } : {},
    cameraId: camera?.cameraId ?? null,
    cameras: cameras.map(toUnitCamera),
    isSpecial: config().video.specialEquipment.includes(equipmentNo),
  };
}

/** @throws not_found, no_object_permission, validation_failed, conflict, bad_gateway */
export async function openStream(actor: Actor, asked: ParsedOf<typeof startVideo>): Promise<string> {
  return open(actor, await requireCamera(actor, asked.equipmentNo, asked.cameraId), asked);
}

export async function closeStreams({ username }: Actor, clientId: string): Promise<null> {
  const { cameraIds } = await closeSessions(username, clientId, new Date());
  noteChange(null, { cameraIds });
  const outside = await db().camera.count({ where: { cameraId: { in: cameraIds }, source: 'platform' } });
  if (outside > 0) await platformClose(clientId);
  return null;
}

/** @throws not_found, no_object_permission, validation_failed, conflict, bad_gateway */
export async function openDownload(
  actor: Actor,
  { deviceId, channelId, businessType, beginTime, endTime }: ParsedOf<typeof downloadRecord>,
): Promise<OutputOf<typeof downloadRecord>> {
  const channel = /^\d{1,3}$/.test(channelId) ? Number(channelId) : -1;
  const named = await db().camera.findUnique({
    where: { deviceId_channelId: { deviceId, channelId: channel } },
    select: { equipmentNo: true, cameraId: true },
  });
  if (!named) throw new AppError('not_found', { messageKey: 'cameraNotFound' });
  const camera = await requireCamera(actor, named.equipmentNo, named.cameraId);
  if (camera.source === 'platform') {
    rangeOf({ beginTime, endTime });
    await noteWhy(camera, { clientId: '', businessType });
    return { url: await platformDownload(camera, { beginTime, endTime }), status: '200', errMsg: null };
  }
  // A download has its own client id: it neither ends nor replaces the dialog's stream.
  const clientId = `download-${camera.cameraId}`.slice(0, 64);
  const url = await open(actor, camera, { clientId, businessType, beginTime, endTime, lifeMs: HOUR_MS });
  return { url, status: '200', errMsg: null };
}

/** @throws not_found, no_object_permission */
export async function findRecords(
  actor: Actor,
  { equipmentNo, cameraId }: ParsedOf<typeof queryVideoRecords>,
): Promise<OutputOf<typeof queryVideoRecords>> {
  const camera = chosenOf(await camerasOf(actor, equipmentNo), cameraId);
  if (!camera) return { cameraId: null, recorded: false, ranges: [] };
  const now = Date.now();
  const [segments, time] = await Promise.all([
    findSegments(camera.cameraId, { begin: now - MAX_RECORD_HOURS * HOUR_MS, end: now }),
    shownTime(actor),
  ]);
  return {
    cameraId: camera.cameraId,
    recorded: camera.recorded && camera.source !== 'platform',
    ranges: joined(
      segments.map(({ beginAt, endAt }) => ({ begin: beginAt.getTime(), end: endAt?.getTime() ?? now })),
    ).map(({ begin, end }) => ({ beginTime: time(begin), endTime: time(end) })),
  };
}

/** Files follow each other closely: neighbouring ones form one range. */
const SEAM_MS = 3000;

function joined(ranges: readonly Range[]): Range[] {
  return ranges.reduce<Range[]>((all, range) => {
    const last = all.at(-1);
    if (last && range.begin - last.end <= SEAM_MS)
      return [...all.slice(0, -1), { begin: last.begin, end: Math.max(last.end, range.end) }];
    return [...all, range];
  }, []);
}
