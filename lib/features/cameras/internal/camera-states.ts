import { db } from '@/lib/platform/db/client';
import { hasPlatform, platformState } from '../platform';

/** The regular checks of cameras. */

/** How many cameras are checked at the outside platform at the same time. */
const AT_ONCE = 8;

/** Reads the state of its cameras from the outside platform (silent-screens A7: every 10 minutes). */
export async function keepCameraStates(now: Date): Promise<void> {
  if (!hasPlatform('video') && !hasPlatform('dhVideo')) return;
  const cameras = await db().camera.findMany({ where: { source: 'platform', enabled: true } });
  const open = cameras.filter(({ platform }) => hasPlatform(platform));
  for (let from = 0; from < open.length; from += AT_ONCE)
    await Promise.all(
      open.slice(from, from + AT_ONCE).map(async (camera) => {
        // A camera whose state cannot be read cannot be watched either.
        const status = await platformState(camera).catch(() => '01' as const);
        await db().camera.updateMany({
          where: { cameraId: camera.cameraId, source: 'platform' },
          data: { status, ...(status === '02' ? { lastOnlineDate: now } : {}) },
        });
      }),
    );
}
