import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import type { CameraRow } from '@/lib/features/cameras/contract';
import type { VideoStatus } from '@/lib/features/cameras/value-sets';

const LOOKS: Readonly<Record<VideoStatus, StatusKind>> = { '00': 'notInstalled', '01': 'offline', '02': 'online' };

/** The columns of a camera (silent-screens A7). @param unitHref the unit's detail page, for users who may open it */
export function cameraColumnsOf(
  t: ListTexts,
  unitHref: (equipmentNo: string) => string | undefined,
): readonly Column<CameraRow>[] {
  const { link, text, own, time, count, option, yesNo } = columnKinds<CameraRow>(t);
  return [
    link('equipmentNo', { href: ({ equipmentNo }) => unitHref(equipmentNo) }, { isTitle: true }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    own(
      'video_status',
      ({ video_status: status, isPlayable }) =>
        isPlayable ? (
          <StatusPill status={LOOKS[status]} look="plain">
            {t(`status.${status}`)}
          </StatusPill>
        ) : (
          <StatusPill status="unknown" look="plain">
            {t('notConfigured')}
          </StatusPill>
        ),
      { onCard: 3 },
    ),
    option('position', { onCard: 2 }),
    yesNo('enabled', { onCard: 4 }),
    option('platform'),
    option('source'),
    text('deviceId', { minWidth: 130, flex: true }),
    count('channelId'),
    text('buildingName', { minWidth: 110, flex: true }),
    text('branchName', { minWidth: 120, flex: true }),
    time('lastOnlineDate'),
    text('streamType'),
    text('protoType'),
    text('encryptMode'),
    yesNo('recorded'),
    text('remark', { minWidth: 120, flex: true }),
    text('updateBy'),
    time('updateDate'),
  ];
}
