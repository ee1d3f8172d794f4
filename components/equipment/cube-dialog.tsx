'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { applyServerErrors, messageOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { CopyText } from '@/components/kit/ui/copy-text';
import { toast } from '@/components/kit/ui/toast';
import { CUBE_NO, CubeSave, registerCube, resetCubeSecret } from '@/lib/features/cubes/contract';
import { callSms } from '@/lib/platform/client/client';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import styles from './cube-dialog.module.css';

interface Told {
  readonly cubeNo: string;
  readonly secret: string;
}

/** What a box signs in with: told now and never again. */
function SecretDialog({ told, onClose }: { readonly told: Told; readonly onClose: () => void }) {
  const t = useTranslations('equipment.cube');
  const common = useTranslations('common.action');
  const id = useId();
  return (
    // Not by a click beside it: what is here cannot be shown again.
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('secretOf', { no: told.cubeNo })}</DialogTitle>
      <DialogContent className={styles.content}>
        <Alert severity="warning">{t('once')}</Alert>
        <CopyText text={told.secret} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onClose}>
          {common('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Registering a box, or giving it a new secret (api.md §2.19 registerCube, resetCubeSecret). */
export function CubeDialog({ holder, onClose }: { readonly holder: Holder; readonly onClose: () => void }) {
  const t = useTranslations('equipment.cube');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      CubeSave.extend({
        cubeNo: z.string().trim().toUpperCase().min(1, t('required')).regex(CUBE_NO, t('bad')),
      }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { cubeNo: '', model: undefined, iccid: undefined, remark: undefined },
  });
  const [told, setTold] = useState<Told>();
  const [reset, setReset] = useState<string>();

  const askReset = async () => {
    if (await form.trigger('cubeNo', { shouldFocus: true })) setReset(form.getValues('cubeNo').trim().toUpperCase());
  };
  const resetSecret = async (cubeNo: string) => {
    try {
      setTold({ cubeNo, ...(await callSms(resetCubeSecret, { cubeNo })) });
    } catch (error) {
      const { isComplete } = applyServerErrors(form, error);
      if (!isComplete) toast.error(messageOf(error) ?? common('state.failed'));
    }
    setReset(undefined);
  };
  if (told) return <SecretDialog told={told} onClose={onClose} />;
  return (
    <>
      <FormDialog
        isOpen
        title={t('title')}
        form={form}
        onClose={onClose}
        submitLabel={t('register')}
        startAction={
          may(holder, resetCubeSecret) && (
            <Button color="error" variant="text" onClick={() => void askReset()}>
              {t('reset')}
            </Button>
          )
        }
        onSubmit={async (values) => {
          const { cubeNo, secret } = await callSms(registerCube, values);
          if (secret === null) {
            toast.success(t('changed', { no: cubeNo }));
            return undefined;
          }
          setTold({ cubeNo, secret });
          return 'stay';
        }}
      >
        <p className={styles.hint}>{t('hint')}</p>
        <FormTextField
          name="cubeNo"
          label={t('cubeNo')}
          required
          autoFocus
          maxLength={32}
          slotProps={{ htmlInput: { style: { textTransform: 'uppercase' } } }}
        />
        <FormTextField name="model" label={t('model')} maxLength={40} />
        <FormTextField name="iccid" label={t('iccid')} maxLength={40} />
        <FormTextField name="remark" label={t('remark')} />
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
