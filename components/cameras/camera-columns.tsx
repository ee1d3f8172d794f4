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
    link('equipmentNo', { href: ({ equipmentNo }) => unitHref(equipmentNo) }, { minWidth: 110, isTitle: true }),
    text('equipmentName', { minWidth: 150, flex: 2, onCard: 1 }),
    option('position', { minWidth: 84, onCard: 2 }),
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
      { minWidth: 112, onCard: 3 },
    ),
    yesNo('enabled', { minWidth: 76, onCard: 4 }),
    option('platform', { minWidth: 104 }),
    option('source', { minWidth: 104 }),
    text('deviceId', { minWidth: 130, flex: 1 }),
    count('channelId', { minWidth: 72 }),
    text('buildingName', { minWidth: 110, flex: 1 }),
    text('branchName', { minWidth: 120, flex: 1 }),
    time('lastOnlineDate'),
    text('streamType', { minWidth: 76 }),
    text('protoType', { minWidth: 76 }),
    text('encryptMode', { minWidth: 76 }),
    yesNo('recorded', { minWidth: 76 }),
    text('remark', { minWidth: 120, flex: 1 }),
    text('updateBy', { minWidth: 96 }),
    time('updateDate'),
  ];
}
