'use client';

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryVideoRecords, type UnitCamera } from '@/lib/features/cameras/contract';
import { firstRange, rangeProblem, wholeRange, type RecordRange } from '@/lib/features/cameras/shared/record-range';
import type { VideoUnit, WatchedVideo } from '@/lib/features/cameras/shared/video-state';
import { useSms } from '@/lib/platform/client/hooks';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { useRecordFile } from './use-record-file';
import styles from './record-panel.module.css';

interface Props {
  readonly unit: VideoUnit;
  readonly camera: UnitCamera;
  readonly onPlay: (watched: WatchedVideo & { readonly kind: 'record' }) => void;
}

/** Chooses a recorded range to play or to download (readings 89). */
export function RecordPanel({ unit, camera, onPlay }: Props) {
  const failureText = useFailureText();
  const { equipmentNo } = unit;
  const { data, error, mutate } = useSms(
    queryVideoRecords,
    { equipmentNo, cameraId: camera.cameraId },
    { revalidateOnMount: true },
  );
  if (error && !data) return <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState size="row" />;
  return <Choice unit={unit} camera={camera} ranges={data.ranges.map(wholeRange).reverse()} onPlay={onPlay} />;
}

const shortened = ({ beginTime, endTime }: RecordRange) =>
  `${beginTime.slice(5, 16)} – ${endTime.slice(0, 10) === beginTime.slice(0, 10) ? timeOfDay(endTime) : endTime.slice(5, 16)}`;

/** @param ranges newest first */
function Choice({ unit, camera, ranges, onPlay }: Props & { readonly ranges: readonly RecordRange[] }) {
  const t = useTranslations('video.records');
  const [first] = useState(() => firstRange(ranges[0], Date.now()));
  const form = useForm<RecordRange>({ defaultValues: first });
  const file = useRecordFile(unit, camera);
  // A camera without an answer has no recordings; an outside platform does not report what it keeps.
  const type = camera.recordType ?? 'localRecord';
  const isEmpty = type === 'localRecord' && ranges.length === 0;
  const checked = (act: (range: RecordRange) => void) =>
    form.handleSubmit((range) => {
      const problem = rangeProblem(range, Date.now());
      if (problem) return form.setError('endTime', { message: t(`problem.${problem}`) });
      act(range);
    });
  return (
    <FormProvider {...form}>
      <form
        className={styles.panel}
        aria-label={t('title')}
        onSubmit={(event) => void checked((range) => onPlay({ kind: 'record', type, ...range }))(event)}
      >
        {isEmpty ? (
          <p className={styles.none}>{t('none')}</p>
        ) : (
          ranges.length > 0 && (
            <ul className={styles.ranges} aria-label={t('kept')} tabIndex={0}>
              {ranges.map((range) => (
                <li key={range.beginTime}>
                  <Chip
                    size="small"
                    variant="outlined"
                    label={shortened(range)}
                    onClick={() => {
                      form.setValue('beginTime', range.beginTime);
                      form.setValue('endTime', range.endTime);
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        )}
        <div className={styles.fields}>
          <FormMomentField<RecordRange> name="beginTime" label={t('begin')} isRequired />
          <FormMomentField<RecordRange> name="endTime" label={t('end')} isRequired />
          <div className={styles.buttons}>
            <Button type="submit" variant="contained" color="primary" size="small">
              {t('play')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              disabled={file.isLoading}
              onClick={(event) => void checked((range) => void file.save(range))(event)}
            >
              {t(file.isLoading ? 'downloading' : 'download')}
            </Button>
          </div>
        </div>
      </form>
    </FormProvider>
  );
}
