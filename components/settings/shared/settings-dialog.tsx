'use client';

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listSettings, resetSetting, saveSetting } from '@/lib/features/settings/contract';
import type { SettingField, SettingRow, SettingValue } from '@/lib/features/settings/contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import styles from './settings-dialog.module.css';

/** The settings of the installation: what holds, what the standard is, who changed it (silent-screens D0). */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('settings');
  const textOf = useFailureText();
  const { data, error, isValidating, mutate } = useSms(listSettings, {});
  return (
    <DetailDialog title={t('title')} onClose={onClose} width="md">
      <p className={styles.note}>{t('note')}</p>
      {data?.map((row) => (
        <SettingForm key={`${row.key} ${row.updateDate ?? ''}`} row={row} />
      ))}
      {!data &&
        (error ? (
          <ErrorState text={textOf(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
        ) : (
          <LoadingState />
        ))}
    </DetailDialog>
  );
}

const textOf = (value: SettingValue): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** A typed text as a value of its kind; undefined: it is none. */
function valueOf(kind: SettingField['kind'], text: string): SettingValue | undefined {
  if (kind === 'words')
    return text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** A path has dots, which separate keys in messages. */
const wordKey = (path: string) => path.replaceAll('.', '_');

function SettingForm({ row: { key, fields, isStored, updateBy, updateDate } }: { readonly row: SettingRow }) {
  const t = useTranslations('settings');
  const failureText = useFailureText();
  const [typed, setTyped] = useState<Readonly<Record<string, string | boolean>>>({});
  const [isSending, setIsSending] = useState(false);
  const name = key.replaceAll('.', '_');
  const shownOf = ({ path, value, kind }: SettingField) => {
    const own = typed[path];
    if (kind === 'switch') return own ?? value;
    return own ?? textOf(value);
  };
  const values = fields.map((field) => {
    const own = typed[field.path];
    const value = own === undefined ? field.value : typeof own === 'boolean' ? own : valueOf(field.kind, own);
    return { path: field.path, value };
  });
  const isComplete = values.every(({ value }) => value !== undefined);
  const run = async (work: () => Promise<unknown>) => {
    setIsSending(true);
    try {
      await work();
      setTyped({});
      toast.success(t('saved'));
    } catch (failure) {
      toast.error(failureText(failure));
    } finally {
      setIsSending(false);
    }
  };
  const save = () =>
    run(() =>
      mutateSms(
        saveSetting,
        { key, values: values.flatMap(({ path, value }) => (value === undefined ? [] : [{ path, value }])) },
        [listSettings],
      ),
    );
  return (
    <fieldset className={styles.setting} disabled={isSending} data-setting={key}>
      <legend>{t(`name.${name}`)}</legend>
      <p className={styles.note}>
        {isStored ? t('changed', { who: updateBy ?? '-', at: updateDate ?? '-' }) : t('standard')}
      </p>
      <div className={styles.fields}>
        {fields.map((field) =>
          field.kind === 'switch' ? (
            <FormControlLabel
              key={field.path}
              control={
                <Switch
                  checked={shownOf(field) === true}
                  onChange={(_, isOn) => setTyped({ ...typed, [field.path]: isOn })}
                />
              }
              label={t(`name.${name}`)}
            />
          ) : (
            <TextField
              key={field.path}
              size="small"
              label={field.path ? t(`field.${wordKey(field.path)}`) : t(`name.${name}`)}
              value={shownOf(field)}
              error={values.some(({ path, value }) => path === field.path && value === undefined)}
              helperText={t('standardIs', { value: textOf(field.standard) })}
              onChange={({ target }) => setTyped({ ...typed, [field.path]: target.value })}
              slotProps={{ htmlInput: field.kind === 'words' ? {} : { inputMode: 'decimal' } }}
            />
          ),
        )}
      </div>
      <div className={styles.actions}>
        <Button
          variant="outlined"
          disabled={Object.keys(typed).length === 0 || !isComplete}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
        <Button disabled={!isStored} onClick={() => void run(() => mutateSms(resetSetting, { key }, [listSettings]))}>
          {t('reset')}
        </Button>
      </div>
    </fieldset>
  );
}
