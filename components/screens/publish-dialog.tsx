'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { listScreenHistory, publishNotice, queryScreens, type SmartScreenRow } from '@/lib/features/screens/contract';
import { MAX_NOTICE_TEXT, NOTICE_PRIORITIES } from '@/lib/features/screens/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { refusalOf } from './screen-columns';

interface Props {
  /** What is published goes to all of them. */
  readonly rows: readonly SmartScreenRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const schemaOf = (errors: { readonly text: string; readonly time: string; readonly end: string }) =>
  z
    .object({
      text: z.string().trim().min(1, errors.text),
      startTime: z.string().min(1, errors.time),
      endTime: z.string().min(1, errors.time),
      priority: z.enum(NOTICE_PRIORITIES),
    })
    .refine(({ startTime, endTime }) => endTime === '' || startTime < endTime, {
      error: errors.end,
      path: ['endTime'],
    });
type Values = z.input<ReturnType<typeof schemaOf>>;

/** What stands in the way for one of the screens; undefined: nothing. */
function refusalOfAll(rows: readonly SmartScreenRow[]) {
  for (const row of rows) {
    const refusal = refusalOf(row);
    if (refusal !== undefined) return { refusal, no: row.screenNo };
  }
  return undefined;
}

function PublishForm({ rows, onDone, onClose }: Props) {
  const t = useTranslations('screens.publish');
  const common = useTranslations('common.success');
  const schema = useMemo(() => schemaOf({ text: t('textRequired'), time: t('timeRequired'), end: t('endRule') }), [t]);
  const [startTime] = useState(() => formatDateTime(Date.now()));
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { text: '', startTime, endTime: '', priority: 'normal' },
  });
  return (
    <FormDialog
      isOpen
      title={t('title', { count: rows.length })}
      form={form}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={async (values) => {
        await mutateSms(publishNotice, { ...values, screenNos: rows.map(({ screenNo }) => screenNo) }, [
          queryScreens,
          listScreenHistory,
        ]);
        toast.success(common('operation'));
        onDone();
      }}
    >
      <FormTextField<Values>
        name="text"
        label={t('text')}
        required
        multiline
        minRows={2}
        maxLength={MAX_NOTICE_TEXT}
        helperText={t('textHint', { most: MAX_NOTICE_TEXT })}
      />
      <FormMomentField<Values> name="startTime" label={t('startTime')} isRequired />
      <FormMomentField<Values> name="endTime" label={t('endTime')} isRequired />
      <FormSelect<Values>
        name="priority"
        label={t('priority')}
        required
        choices={NOTICE_PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
      />
    </FormDialog>
  );
}

/** Publishes a notice, or says why that cannot be (silent-screens A9). */
export function PublishDialog(props: Props) {
  const t = useTranslations('screens.publish');
  const refused = refusalOfAll(props.rows);
  if (refused === undefined) return <PublishForm {...props} />;
  return (
    <DetailDialog title={t('title', { count: props.rows.length })} width="sm" onClose={props.onClose}>
      <EmptyState size="row" title={t(`refusal.${refused.refusal}`, { no: refused.no })} />
    </DetailDialog>
  );
}
