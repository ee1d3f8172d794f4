'use client';

import Alert from '@mui/material/Alert';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { callbackOfError } from '@/lib/features/callbacks/contract';
import {
  getErrorInspection,
  inspectError,
  queryErrorInspection,
  type ErrorInspectionRow,
} from '@/lib/features/error-inspection/contract';
import { isOneUnit, needsComment } from '@/lib/features/error-inspection/judgements';
import { JUDGEMENTS, type Judgement } from '@/lib/features/error-inspection/value-sets';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { conflictId } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { hrefOf } from '@/lib/routes';

interface Props {
  /** Episodes of one code; none is judged finally yet. */
  readonly rows: readonly ErrorInspectionRow[];
  readonly holder: Holder;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Values {
  result: Judgement | '';
  comment: string;
  createCallback: boolean;
  jobDescription: string;
}

/** The proposal that all of them share; undefined when they differ. */
function proposalOf(rows: readonly ErrorInspectionRow[]): Judgement | '' {
  return rows.every(({ proposedResult }) => proposedResult === 'SERVICE_WORK') ? 'SERVICE_WORK' : '';
}

/**
 * Judges episodes, with a call-out when wanted. When the unit has an open call-out, the dialog offers to attach to it
 * (silent-screens A3).
 */
export function InspectDialog({ rows, holder, onDone, onClose }: Props) {
  const t = useTranslations('errorInspection');
  const common = useTranslations('common');
  const [openId, setOpenId] = useState<string>();
  const [first] = rows;
  const proposed = proposalOf(rows);
  const form = useForm<Values>({
    defaultValues: {
      result: proposed,
      comment: '',
      createCallback: false,
      jobDescription: first ? [first.gbCode, first.text].filter(Boolean).join(' ') : '',
    },
  });
  const [result, isCalling] = useWatch({ control: form.control, name: ['result', 'createCallback'] });
  const mayCall = may(holder, callbackOfError) && isOneUnit(rows);

  const submit = async (values: Values): Promise<void | 'stay'> => {
    const judgement = values.result;
    if (judgement === '') form.setError('result', { message: t('dialog.needResult') });
    else if (needsComment(judgement) && values.comment.trim() === '')
      form.setError('comment', { message: t('dialog.needComment') });
    if (judgement === '' || (needsComment(judgement) && values.comment.trim() === '')) return 'stay';
    try {
      await mutateSms(
        inspectError,
        {
          errorIds: rows.map(({ errorId }) => errorId),
          result: judgement,
          comment: values.comment,
          ...(values.createCallback
            ? openId
              ? { callbackId: openId, jobDescription: values.jobDescription }
              : { createCallback: true, jobDescription: values.jobDescription }
            : {}),
        },
        [queryErrorInspection, getErrorInspection],
      );
      toast.success(common('success.operation'));
      onDone();
      return undefined;
    } catch (error) {
      const open = conflictId(error, 'callbackId');
      if (open === undefined) throw error;
      setOpenId(open);
      return 'stay';
    }
  };

  return (
    <FormDialog
      isOpen
      title={t('dialog.title', { count: rows.length })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={isCalling && openId ? t('dialog.attach') : t('action.inspect')}
    >
      {proposed !== '' && <Alert severity="info">{t('dialog.proposed')}</Alert>}
      <FormSelect<Values>
        name="result"
        label={t('column.result')}
        required
        choices={JUDGEMENTS.map((value) => ({ value, label: t(`result.${value}`) }))}
      />
      <FormTextField<Values>
        name="comment"
        label={t('column.comment')}
        required={result !== '' && needsComment(result)}
        multiline
        minRows={2}
      />
      {mayCall && <FormSwitch<Values> name="createCallback" label={t('dialog.createCallback')} />}
      {mayCall && isCalling && (
        <>
          {openId && (
            <Alert severity="warning">
              {t('dialog.open')}{' '}
              <a href={hrefOf('callbackDetail', { callbackId: openId })} target="_blank" rel="noopener">
                {openId}
              </a>
            </Alert>
          )}
          <FormTextField<Values> name="jobDescription" label={t('dialog.jobDescription')} multiline minRows={2} />
        </>
      )}
    </FormDialog>
  );
}
