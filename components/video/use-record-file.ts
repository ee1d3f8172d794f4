'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { downloadRecord, type UnitCamera } from '@/lib/features/cameras/contract';
import type { RecordRange } from '@/lib/features/cameras/shared/record-range';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';
import { saveFile } from '@/lib/platform/client/save-file';

interface RecordFile {
  readonly isLoading: boolean;
  readonly save: (range: RecordRange) => Promise<void>;
}

const stamp = (moment: string) => moment.replace(/\D/g, '');

/** Downloads a recorded range as a file; closing the dialog ends a running download. */
export function useRecordFile({ equipmentNo }: VideoUnit, camera: UnitCamera): RecordFile {
  const t = useTranslations('video.records');
  const failureText = useFailureText();
  const [isLoading, setIsLoading] = useState(false);
  const gone = useRef<AbortController>(undefined);
  useEffect(() => () => gone.current?.abort(), []);

  const fetchFile = async (range: RecordRange, signal: AbortSignal) => {
    const { deviceId, channelId, streamType, protoType, encryptMode, recordType } = camera;
    const { url, errMsg } = await callSms(downloadRecord, {
      deviceId,
      channelId,
      streamType,
      protoType,
      encryptMode,
      businessType: recordType ?? 'localRecord',
      ...range,
    });
    if (errMsg) return toast.error(errMsg);
    // An outside platform has its own sign-in.
    if (!url.startsWith('/')) return void window.open(url, '_blank', 'noopener');
    const { token } = await callSms(getSocketToken, {});
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store', signal });
    if (!response.ok) return toast.error(t('failed'));
    saveFile(await response.blob(), `${equipmentNo}-${stamp(range.beginTime)}-${stamp(range.endTime)}.flv`);
  };
  const save = async (range: RecordRange) => {
    const mine = new AbortController();
    gone.current = mine;
    setIsLoading(true);
    try {
      await fetchFile(range, mine.signal);
    } catch (failure) {
      if (!mine.signal.aborted) toast.error(failureText(failure));
    }
    setIsLoading(false);
  };
  return { isLoading, save };
}
