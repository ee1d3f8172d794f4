'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { applyServerErrors, messageOf } from '@/components/kit/form/server-errors';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { CubeSave, registerCube, resetCubeSecret } from '@/lib/features/cubes/contract';
import { queryCubes, type EdgeCubeRow } from '@/lib/features/gateways/contract';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { BoxNumberField, boxNumber } from './box-number-field';
import { SecretDialog, type BoxSecret } from './secret-dialog';
import styles from '../cube-dialog.module.css';

interface Props {
  readonly holder: Holder;
  /** The existing box; absent: register a new one. */
  readonly edited?: EdgeCubeRow;
  /** The first value of a new box's number. */
  readonly cubeNo?: string;
  /** Called after registering or changing; for a new box after its secret was kept. */
  readonly onSaved?: (cubeNo: string) => void;
  readonly onClose: () => void;
}

/** Registers a box, changes its data, or gives it a new secret (silent-screens A1). */
export function CubeDialog({ holder, edited, cubeNo = '', onSaved, onClose }: Props) {
  const t = useTranslations('boxes');
  const common = useTranslations('common');
  const schema = useMemo(() => CubeSave.extend({ cubeNo: boxNumber(t('required'), t('bad')) }), [t]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      cubeNo: edited?.cubeNo ?? cubeNo,
      model: edited?.model ?? undefined,
      iccid: edited?.iccid ?? undefined,
      remark: edited?.remark ?? undefined,
      enabled: edited?.enabled,
    },
  });
  const [told, setTold] = useState<BoxSecret>();
  const [reset, setReset] = useState<string>();

  const askReset = async () => {
    if (await form.trigger('cubeNo', { shouldFocus: true })) setReset(form.getValues('cubeNo').trim().toUpperCase());
  };
  const resetSecret = async (no: string) => {
    try {
      setTold({ cubeNo: no, ...(await callSms(resetCubeSecret, { cubeNo: no })) });
    } catch (error) {
      const { isComplete } = applyServerErrors(form, error);
      if (!isComplete) toast.error(messageOf(error) ?? common('state.failed'));
    }
    setReset(undefined);
  };
  if (told)
    return (
      <SecretDialog
        told={told}
        onClose={() => {
          onClose();
          onSaved?.(told.cubeNo);
        }}
      />
    );
  return (
    <>
      <FormDialog
        isOpen
        title={edited ? t('editOf', { no: edited.cubeNo }) : t('title')}
        form={form}
        onClose={onClose}
        submitLabel={edited ? undefined : t('register')}
        startAction={
          !edited &&
          may(holder, resetCubeSecret) && (
            <Button color="error" variant="text" onClick={() => void askReset()}>
              {t('reset')}
            </Button>
          )
        }
        onSubmit={async (values) => {
          const saved = await mutateSms(registerCube, values, [queryCubes]);
          if (saved.secret === null) {
            toast.success(t('changed', { no: saved.cubeNo }));
            onSaved?.(saved.cubeNo);
            return undefined;
          }
          setTold({ cubeNo: saved.cubeNo, secret: saved.secret });
          return 'stay';
        }}
      >
        {!edited && <p className={styles.hint}>{t('hint')}</p>}
        <BoxNumberField name="cubeNo" label={t('cubeNo')} isFixed={edited !== undefined} />
        <FormTextField name="model" label={t('model')} maxLength={40} />
        <FormTextField name="iccid" label={t('iccid')} maxLength={40} />
        <FormTextField name="remark" label={t('remark')} />
        {edited && <FormSwitch name="enabled" label={t('enabled')} helperText={t('enabledHint')} />}
      </FormDialog>
      <ConfirmDialog
        isOpen={reset !== undefined}
        title={t('resetTitle')}
        text={t('resetText', { no: reset ?? '' })}
        confirmLabel={t('reset')}
        isDangerous
        onConfirm={() => resetSecret(reset ?? '')}
        onClose={() => setReset(undefined)}
      />
    </>
  );
}
