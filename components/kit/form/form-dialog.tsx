'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { FormProvider, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { applyServerErrors, messageOf } from './server-errors';
import { useLeaveGuard } from './use-leave-guard';
import styles from './form-dialog.module.css';

interface Props<T extends FieldValues, O> {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly form: UseFormReturn<T, unknown, O>;
  /**
   * Sends the parsed values. It throws when the server refuses: field errors appear under their fields, the rest as a
   * toast. `stay`: another step follows.
   */
  readonly onSubmit: (values: O) => Promise<void | 'stay'>;
  /** Called after a success and on cancel. */
  readonly onClose: () => void;
  readonly submitLabel?: ReactNode;
  /** To the left of the buttons, for example back to the first of two steps. */
  readonly startAction?: ReactNode;
  readonly width?: 'xs' | 'sm' | 'md' | 'lg';
  readonly children: ReactNode;
}

/** Path of the first field that the form's own rules refuse. */
function firstInvalid(errors: object, above = ''): string | undefined {
  for (const [key, error] of Object.entries(errors) as [string, unknown][]) {
    if (typeof error !== 'object' || error === null) continue;
    if ('type' in error && typeof error.type === 'string') return above + key;
    const below = firstInvalid(error, `${above}${key}.`);
    if (below !== undefined) return below;
  }
  return undefined;
}

/**
 * A dialog with a form. It locks while saving, shows the server's errors under their fields, and asks before unsaved
 * changes are lost (silent-screens R7). A conflict keeps it open.
 */
export function FormDialog<T extends FieldValues, O = T>({
  isOpen,
  title,
  form,
  onSubmit,
  onClose,
  submitLabel,
  startAction,
  width = 'sm',
  children,
}: Props<T, O>) {
  const t = useTranslations('common');
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isOpen && isDirty);
  const refused = useRef<FieldPath<T>>(undefined);
  useEffect(() => {
    // The fields were locked until now, and a locked field takes no focus.
    if (isSubmitting || refused.current === undefined) return;
    form.setFocus(refused.current);
    refused.current = undefined;
  }, [isSubmitting, form]);

  const leave = () => {
    if (isSubmitting) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const send = async (values: O) => {
    refused.current = undefined;
    try {
      if ((await onSubmit(values)) === 'stay') return;
    } catch (error) {
      const { isComplete, first } = applyServerErrors(form, error);
      if (!isComplete) toast.error(messageOf(error) ?? t('state.failed'));
      refused.current = first;
      return;
    }
    onClose();
  };

  return (
    <FormProvider {...form}>
      <Dialog open={isOpen} onClose={leave} maxWidth={width} fullWidth aria-labelledby={id}>
        <form
          className={styles.form}
          method="post"
          noValidate
          onSubmit={(event) => {
            // React events bubble through portals: without this the form of the page around the dialog is submitted
            // too.
            event.stopPropagation();
            void form.handleSubmit(send, (errors) => {
              refused.current = firstInvalid(errors) as FieldPath<T> | undefined;
            })(event);
          }}
        >
          <DialogTitle id={id}>{title}</DialogTitle>
          <DialogContent>
            <fieldset className={styles.fields} disabled={isSubmitting} aria-busy={isSubmitting}>
              {children}
            </fieldset>
          </DialogContent>
          <DialogActions>
            {startAction && <div className={styles.start}>{startAction}</div>}
            <Button onClick={leave} disabled={isSubmitting}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" variant="contained" color="primary" loading={isSubmitting}>
              {submitLabel ?? t('action.save')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('confirm.discard')}
        text={t('confirm.discardText')}
        confirmLabel={t('confirm.discardYes')}
        cancelLabel={t('confirm.discardNo')}
        isDangerous
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
        onClose={() => setIsAsking(false)}
      />
    </FormProvider>
  );
}
