'use client';

import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { StripSettings } from '@/lib/features/notifications/contract';
import { useStripSettings } from '@/lib/features/notifications/shared/use-strip-settings';
import styles from './settings-dialog.module.css';

/** The account's settings of the alarm strip (readings 136); each switch saves itself. */
export function StripSwitches({ username }: { readonly username: string }) {
  const t = useTranslations('notifications.settings');
  const failureText = useFailureText();
  const { answer, save } = useStripSettings(username);
  const { data, error, mutate, isValidating } = answer;
  const turn = (change: Partial<StripSettings>) =>
    save(change).catch((failure: unknown) => toast.error(failureText(failure)));
  if (error)
    return (
      <ErrorState
        title={t('failed')}
        text={failureText(error)}
        onRetry={() => void mutate()}
        isRetrying={isValidating}
      />
    );
  return (
    <fieldset className={styles.group} disabled={!data}>
      <legend>{t('strip.title')}</legend>
      {(['faults', 'sound'] as const).map((name) => (
        <FormControlLabel
          key={name}
          label={t(`strip.${name}`)}
          control={<Switch checked={data?.[name] ?? false} onChange={(_, isOn) => void turn({ [name]: isOn })} />}
        />
      ))}
      <p className={styles.hint}>{`${t('strip.faultsHint')}. ${t('strip.soundHint')}`}</p>
    </fieldset>
  );
}
