import { db } from '@/lib/platform/db/client';
import { hasPlatform, platformState } from './platform';

/** What the clock asks of cameras. */

/** Of how many cameras the outside platform is asked at a time. */
const AT_ONCE = 8;

/** Asks the outside platform for the state of its cameras (silent-screens A7: every 10 minutes). */
export async function keepCameraStates(now: Date): Promise<void> {
  if (!hasPlatform('video') && !hasPlatform('dhVideo')) return;
  const cameras = await db().camera.findMany({ where: { source: 'platform', enabled: true } });
  const open = cameras.filter(({ platform }) => hasPlatform(platform));
  for (let from = 0; from < open.length; from += AT_ONCE)
    await Promise.all(
      open.slice(from, from + AT_ONCE).map(async (camera) => {
        // One that cannot be asked for cannot be seen either.
        const status = await platformState(camera).catch(() => '01' as const);
        await db().camera.updateMany({
          where: { cameraId: camera.cameraId, source: 'platform' },
          data: { status, ...(status === '02' ? { lastOnlineDate: now } : {}) },
        });
      }),
    );
}
