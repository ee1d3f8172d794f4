'use client';

import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  countUnread,
  getNoticeDelay,
  listNoticeSwitches,
  saveNoticeDelay,
  saveNoticeSwitches,
} from '@/lib/features/notifications/contract';
import { browserNotices } from '@/lib/features/notifications/browser-notices';
import { DELAYS, NOTICE_TYPES } from '@/lib/features/notifications/value-sets';
import type { Delay, NoticeType } from '@/lib/features/notifications/value-sets';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { StripSwitches } from './strip-switches';
import styles from './settings-dialog.module.css';

interface Props {
  readonly username: string;
  readonly onClose: () => void;
}

/**
 * The account's notification settings. Each control saves itself and returns to its old value when that fails
 * (silent-screens F4).
 */
export function NoticeSettingsDialog({ username, onClose }: Props) {
  const t = useTranslations('notifications.settings');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const fresh = { revalidateOnMount: true, dedupingInterval: 0 } as const;
  const switches = useSms(listNoticeSwitches, {}, fresh);
  const delay = useSms(getNoticeDelay, {}, fresh);
  /** The value that is being saved, shown as if it were saved. */
  const [pending, setPending] = useState<Partial<Record<NoticeType, boolean>>>({});
  const [pendingDelay, setPendingDelay] = useState<Delay>();
  const failure = switches.error ?? delay.error;

  const turn = async (notificationType: NoticeType, enable: boolean) => {
    setPending((others) => ({ ...others, [notificationType]: enable }));
    try {
      await mutateSms(saveNoticeSwitches, { list: [{ notificationType, enable }] }, [countUnread]);
      await switches.mutate();
      toast.success(common('success.updated'), { length: 'brief' });
    } catch (error) {
      toast.error(failureText(error));
    }
    setPending(({ [notificationType]: _saved, ...others }) => others);
  };
  const wait = async (minutes: Delay) => {
    setPendingDelay(minutes);
    try {
      await callSms(saveNoticeDelay, { delay: minutes });
      await delay.mutate();
      toast.success(common('success.updated'), { length: 'brief' });
    } catch (error) {
      toast.error(failureText(error));
    }
    setPendingDelay(undefined);
  };

  const stored = new Map(switches.data?.map(({ notificationType, enable }) => [notificationType, enable]));
  return (
    <DetailDialog title={t('title')} width="sm" onClose={onClose}>
      {failure ? (
        <ErrorState
          title={t('failed')}
          text={failureText(failure)}
          onRetry={() => void Promise.all([switches.mutate(), delay.mutate()])}
          isRetrying={switches.isValidating || delay.isValidating}
        />
      ) : !switches.data || !delay.data ? (
        <LoadingState />
      ) : (
        <div className={styles.parts}>
          <fieldset className={styles.group}>
            <legend>{t('switches')}</legend>
            {NOTICE_TYPES.map((type) => (
              <FormControlLabel
                key={type}
                label={t(`type.${type}`)}
                control={
                  <Switch
                    checked={pending[type] ?? stored.get(type) ?? true}
                    onChange={(_, isOn) => void turn(type, isOn)}
                  />
                }
              />
            ))}
            <p className={styles.hint}>{t('hint')}</p>
          </fieldset>
          <StripSwitches username={username} />
          <TextField
            select
            label={t('delay')}
            helperText={t('delayHint')}
            value={pendingDelay ?? delay.data.delay}
            onChange={({ target }) => void wait(DELAYS.find((minutes) => minutes === Number(target.value)) ?? 0)}
          >
            {DELAYS.map((minutes) => (
              <MenuItem key={minutes} value={minutes}>
                {minutes === 0 ? t('atOnce') : t('minutes', { n: minutes })}
              </MenuItem>
            ))}
          </TextField>
          <BrowserSwitch username={username} />
        </div>
      )}
    </DetailDialog>
  );
}

/**
 * System notifications while the page is in the background. This browser's setting; the browser asks when it is turned
 * on.
 */
function BrowserSwitch({ username }: Pick<Props, 'username'>) {
  const t = useTranslations('notifications.settings');
  const [state, setState] = useState(() => browserNotices.stateOf(username));
  const turn = async (isOn: boolean) => setState(await browserNotices.turn(username, isOn));
  return (
    <div>
      <FormControlLabel
        label={t('browser')}
        control={
          <Switch
            checked={state === 'on'}
            disabled={state === 'missing' || state === 'denied'}
            onChange={(_, isOn) => void turn(isOn)}
          />
        }
      />
      <p className={styles.hint}>
        {t(state === 'missing' ? 'browserMissing' : state === 'denied' ? 'browserDenied' : 'browserHint')}
      </p>
    </div>
  );
}
