'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { saveAnnouncement, type AnnouncementEdit } from '@/lib/features/announcements/contract';
import { RECEIVING_METHODS } from '@/lib/features/announcements/value-sets';
import { callSms } from '@/lib/platform/client/client';
import type { Holder } from '@/lib/platform/contract/authorities';
import { inputOf, valuesOf, type AnnouncementValues } from './announcement-form';
import { AudienceFields } from './audience-fields';
import { RichTextField } from './rich-text-field';
import styles from './announcement-dialog.module.css';

interface Props {
  readonly mode: 'add' | 'update' | 'copy';
  readonly row?: AnnouncementEdit;
  readonly holder: Holder;
  readonly onSaved: () => void;
  /** Called after saving, when the editor also wants to publish. */
  readonly onPublish: (saved: { readonly id: string; readonly title: string }) => void;
  readonly onClose: () => void;
}

/** Writes an announcement (silent-screens C, readings 104). The server decides on saving what it may contain. */
export function AnnouncementDialog({ mode, row, holder, onSaved, onPublish, onClose }: Props) {
  const t = useTranslations('announcements');
  const common = useTranslations('common.success');
  const form = useForm<AnnouncementValues>({ defaultValues: valuesOf(row) });
  const wantsPublication = useRef(false);
  const known = (row?.audience.values ?? []).map((value, index) => ({
    value,
    label: row?.audienceNames[index] ?? value,
  }));

  const submit = async (values: AnnouncementValues): Promise<void | 'stay'> => {
    const publishes = wantsPublication.current;
    wantsPublication.current = false;
    const missing = {
      title: values.title.trim() === '' && t('dialog.titleRequired'),
      message: values.message === '' && t('dialog.messageRequired'),
      'audience.values':
        values.audience.kind !== 'all' && values.audience.values.length === 0 && t('dialog.audienceRequired'),
    } as const;
    let isWhole = true;
    for (const [name, message] of Object.entries(missing) as [keyof typeof missing, string | false][]) {
      if (!message) continue;
      form.setError(name, { type: 'required', message }, { shouldFocus: isWhole });
      isWhole = false;
    }
    if (!isWhole) return 'stay';
    const { id } = await callSms(saveAnnouncement, inputOf(values, mode === 'update' ? row?.id : undefined));
    onSaved();
    if (publishes) onPublish({ id, title: values.title.trim() });
    else toast.success(common('operation'));
    return undefined;
  };

  return (
    <FormDialog
      isOpen
      title={t(`dialog.${mode}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width="md"
      startAction={
        mode === 'update' && row?.state === 'SCHEDULED' ? undefined : (
          <Button
            color="primary"
            disabled={form.formState.isSubmitting}
            onClick={({ currentTarget }) => {
              wantsPublication.current = true;
              currentTarget.form?.requestSubmit();
            }}
          >
            {t('dialog.saveAndPublish')}
          </Button>
        )
      }
    >
      <FormTextField<AnnouncementValues> name="title" label={t('dialog.title')} required autoFocus />
      <RichTextField<AnnouncementValues> name="message" label={t('dialog.message')} isRequired />
      <details className={styles.english} open={Boolean(row?.titleEn || row?.messageEn)}>
        <summary>{t('dialog.english')}</summary>
        <div className={styles.fields}>
          <FormTextField<AnnouncementValues> name="titleEn" label={t('dialog.titleEn')} fullWidth />
          <RichTextField<AnnouncementValues> name="messageEn" label={t('dialog.messageEn')} />
        </div>
      </details>
      <div className={styles.pair}>
        <FormSelect<AnnouncementValues>
          name="receivingMethod"
          label={t('dialog.receivingMethod')}
          required
          choices={RECEIVING_METHODS.map((value) => ({
            value,
            label: `${t(`receivingMethod.${value}`)} (${t(`methodHint.${value}`)})`,
          }))}
        />
        <FormMomentField<AnnouncementValues>
          name="validTo"
          label={t('dialog.validTo')}
          helperText={t('dialog.validToHint')}
        />
      </div>
      <AudienceFields holder={holder} known={known} />
      <div className={styles.switches}>
        <FormSwitch<AnnouncementValues> name="pinned" label={t('dialog.pinned')} />
        <FormSwitch<AnnouncementValues> name="mustRead" label={t('dialog.mustRead')} />
      </div>
    </FormDialog>
  );
}
