import { z } from 'zod';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import type { Camera } from '@/lib/platform/db/generated/client';
import type { BusinessType, VideoStatus } from './value-sets';

/**
 * An outside video platform over HTTP (deploy/README.md, `VIDEO_PLATFORM_URL`): JSON by POST with a bearer token, 10 s.
 * Its answers are validated; its addresses are passed on to the browser and never stored.
 */

type PlatformCamera = Pick<
  Camera,
  'equipmentNo' | 'deviceId' | 'channelId' | 'streamType' | 'protoType' | 'encryptMode' | 'platform'
>;

export interface PlatformStart {
  readonly clientId: string;
  readonly businessType: BusinessType;
  readonly beginTime?: string;
  readonly endTime?: string;
}

const TIMEOUT_MS = 10_000;
const MAX_TEXT = 200;
const address = z.url({ protocol: /^(https?|wss?)$/ }).max(2000);
const Refusal = z.object({ message: z.string().optional(), errMsg: z.string().optional() });
const Started = z.object({ url: address });
const State = z.object({ status: z.enum(['01', '02']) });

/** Does the configured platform serve cameras of this kind? */
export function hasPlatform(kind: PlatformCamera['platform']): boolean {
  return config().video.platform?.kinds.includes(kind) ?? false;
}

const refused = (text?: string) =>
  text
    ? new AppError('bad_gateway', { messageKey: 'videoPlatform', params: { text: text.slice(0, MAX_TEXT) } })
    : new AppError('bad_gateway', { messageKey: 'videoPlatformAway' });

/** @throws bad_gateway with the platform's message, or because it does not answer or is not configured */
async function ask<T extends z.ZodType>(
  path: 'start' | 'download' | 'state' | 'close',
  camera: PlatformCamera | undefined,
  said: Readonly<Record<string, unknown>>,
  answer: T,
): Promise<z.output<T>> {
  const { platform } = config().video;
  if (!platform || (camera && !platform.kinds.includes(camera.platform)))
    throw new AppError('bad_gateway', { messageKey: 'videoNotConfigured' });
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${platform.url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(platform.token ? { authorization: `Bearer ${platform.token}` } : {}),
      },
      body: JSON.stringify({ ...(camera ? namesOf(camera) : {}), ...said }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await response.json();
  } catch (cause) {
    throw new AppError('bad_gateway', { messageKey: 'videoPlatformAway', cause });
  }
  const parsed = answer.safeParse(body);
  if (response.ok && parsed.success) return parsed.data;
  const words = Refusal.safeParse(body).data;
  throw refused(words?.errMsg ?? words?.message);
}

const namesOf = ({ equipmentNo, deviceId, channelId, streamType, protoType, encryptMode }: PlatformCamera) => ({
  equipmentNo,
  deviceId,
  channelId,
  streamType,
  protoType,
  encryptMode,
});

/** Address of a live or recorded stream, or of a talk. @throws bad_gateway */
export async function platformStart(camera: PlatformCamera, said: PlatformStart): Promise<string> {
  return (await ask('start', camera, { ...said }, Started)).url;
}

/** Address of a recorded range as a file. @throws bad_gateway */
export async function platformDownload(
  camera: PlatformCamera,
  range: { readonly beginTime: string; readonly endTime: string },
): Promise<string> {
  return (await ask('download', camera, { ...range, businessType: 'cloudRecord' }, Started)).url;
}

/** Offline or playing. @throws bad_gateway */
export async function platformState(camera: PlatformCamera): Promise<VideoStatus> {
  return (await ask('state', camera, {}, State)).status;
}

/**
 * Tells the platform that nobody watches any more. A call that fails needs no repetition: the stream ends there by
 * itself.
 */
export async function platformClose(clientId: string): Promise<void> {
  if (!config().video.platform) return;
  await ask('close', undefined, { clientId }, z.unknown()).catch(() => undefined);
}
