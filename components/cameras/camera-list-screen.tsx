'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask, type RowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useVideo } from '@/components/video/shared/use-video';
import {
  deleteCamera,
  exportCameras,
  getVideoUrl,
  queryCameras,
  resetCameraKey,
  saveCamera,
  type CameraRow,
} from '@/lib/features/cameras/contract';
import { PLATFORMS, VIDEO_STATES } from '@/lib/features/cameras/value-sets';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { mutateSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import { CameraDialog } from './camera-dialog';
import { cameraColumnsOf } from './camera-columns';
import { cameraList } from './camera-list';
import { KeyDialog } from './key-dialog';

type Kind = 'play' | 'update' | 'disable' | 'enable' | 'key' | 'delete';

const TASKS: readonly RowTask<CameraRow, Kind>[] = [
  {
    kind: 'play',
    operation: getVideoUrl,
    isDisabled: ({ enabled, isPlayable }) => !enabled || !isPlayable,
  },
  { kind: 'update', operation: saveCamera },
  { kind: 'key', operation: resetCameraKey, isFurther: true, isOffered: ({ source }) => source === 'rtmp' },
  { kind: 'disable', operation: saveCamera, isFurther: true, isOffered: ({ enabled }) => enabled },
  { kind: 'enable', operation: saveCamera, isFurther: true, isOffered: ({ enabled }) => !enabled },
  { kind: 'delete', operation: deleteCamera },
];

const nameOf = ({ equipmentNo, deviceId, channelId }: CameraRow) => `${equipmentNo} ${deviceId}/${channelId}`;

/** Cameras of all units, for head office (silent-screens A7). */
export function CameraListScreen({ first, holder }: ListScreenProps<typeof cameraList>) {
  const t = useTranslations('cameras');
  const failureText = useFailureText();
  const common = useTranslations('common.success');
  const list = useResourceList(cameraList, first);
  const { start, close, on } = useRowTask<CameraRow, Kind>();
  const { open, dialog } = useVideo(holder, 'cameraList');
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () => [
      ...cameraColumnsOf(t, (equipmentNo) => detailHref(holder, equipmentNo)),
      ...taskColumn(t, {
        holder,
        tasks: TASKS,
        nameOf,
        start: (kind, row) => (kind === 'play' ? open?.(row) : start(kind, row)),
      }),
    ],
    [holder, open, start, t],
  );
  const turn = async ({
    cameraId,
    equipmentNo,
    platform,
    source,
    deviceId,
    channelId,
    position,
    ...row
  }: CameraRow) => {
    const { streamType, protoType, encryptMode, recorded, remark, enabled } = row;
    try {
      await mutateSms(
        saveCamera,
        {
          cameraId,
          equipmentNo,
          platform,
          source,
          deviceId,
          channelId,
          position,
          streamType,
          protoType,
          encryptMode,
          recorded,
          remark,
          enabled: !enabled,
        },
        [queryCameras],
      );
      toast.success(common('operation'));
      list.refresh();
    } catch (error) {
      toast.error(failureText(error));
    }
    close();
  };
  const turning = (kind: 'enable' | 'disable') =>
    on(kind, (row) => (
      <ConfirmDialog
        isOpen
        title={t(`action.${kind}`)}
        text={t(`confirm.${kind}`, { name: nameOf(row) })}
        onConfirm={() => turn(row)}
        onClose={close}
      />
    ));
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      file={{ operation: exportCameras, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterText name="deviceId" maxLength={64} />
          <FilterSelect name="platform" values={PLATFORMS} />
          <FilterSelect name="status" values={VIDEO_STATES} />
          <BranchFilter label={t('filter.branchCode')} />
        </>
      }
      actions={
        may(holder, saveCamera) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      {isAdding && <CameraDialog holder={holder} onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {on('update', (row) => (
        <CameraDialog holder={holder} edited={row} onSaved={list.refresh} onClose={close} />
      ))}
      {on('key', (row) => (
        <KeyDialog camera={row} onDone={list.refresh} onClose={close} />
      ))}
      {turning('enable')}
      {turning('disable')}
      {on('delete', (row) => (
        <RowDeletion
          name={nameOf(row)}
          operation={deleteCamera}
          input={{ cameraId: row.cameraId }}
          stale={[queryCameras]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
      {dialog}
    </ListScreen>
  );
}
