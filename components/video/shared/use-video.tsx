'use client';

import { useCallback, useState, type ReactNode } from 'react';
import { later } from '@/components/kit/layout/later';
import type { OpenedFrom } from '@/lib/features/cameras/value-sets';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { mayOpenVideo } from '@/lib/features/cameras/shared/camera-access';
import type { Holder } from '@/lib/platform/contract/authorities';

/** Player and dialog load with the first camera that is opened, so that they add nothing to the page. */
const VideoDialog = later(async () => (await import('../video-dialog')).VideoDialog, ['video']);

interface VideoOpener {
  /** Opens the dialog; undefined when the user may not see it. */
  readonly open: ((unit: VideoUnit) => void) | undefined;
  /** Render it anywhere in the page. */
  readonly dialog: ReactNode;
}

/** Opens live pictures from a place in the portal; the audit log records which place (silent-screens A7). */
export function useVideo(holder: Holder | null, openedFrom: OpenedFrom): VideoOpener {
  const [unit, setUnit] = useState<VideoUnit>();
  const open = useCallback((chosen: VideoUnit) => setUnit(chosen), []);
  return {
    open: mayOpenVideo(holder) ? open : undefined,
    dialog: unit && <VideoDialog unit={unit} openedFrom={openedFrom} onClose={() => setUnit(undefined)} />,
  };
}
