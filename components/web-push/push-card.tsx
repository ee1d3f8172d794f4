'use client';

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { BellIcon } from '@/components/kit/ui/icons';
import { ErrorState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { deletePushDevice, listPushDevices, savePushDevice, type PushDevice } from '@/lib/features/web-push/contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import styles from './push-card.module.css';
import { canReceive, subscribe, unsubscribe } from './push-subscription';

const never = () => () => undefined;

/** Opt-in of this browser to notices while it is closed, and the account's other devices (decision 021). */
export function PushCard() {
  const t = useTranslations('webPush.device');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const { data, error, mutate, isValidating } = useSms(listPushDevices, {});
  const isAble = useSyncExternalStore(never, canReceive, () => true);
  const [isBusy, setIsBusy] = useState(false);
  const [removed, setRemoved] = useState<PushDevice>();
  const own = data?.devices.find(({ isThis }) => isThis);

  const act = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (failure) {
      toast.error(failure instanceof DOMException ? t('failed') : failureText(failure));
    }
    setIsBusy(false);
  };
  const turnOn = (faults: boolean) =>
    act(async () => {
      const subscription = data && (await subscribe(data.publicKey));
      if (!subscription) return void toast.error(t('denied'));
      await mutateSms(savePushDevice, { ...subscription, faults }, [listPushDevices]);
      toast.success(common('success.operation'));
    });
  const remove = ({ deviceId, isThis }: PushDevice) =>
    act(async () => {
      await mutateSms(deletePushDevice, { deviceId }, [listPushDevices]);
      if (isThis) await unsubscribe();
      setRemoved(undefined);
      toast.success(common('success.operation'));
    });

  return (
    <section className={styles.card} aria-label={t('title')}>
      <div className={styles.head}>
        <BellIcon size={20} />
        <div className={styles.words}>
          <h2>{t('title')}</h2>
          <p>{isAble ? t('hint') : t('unsupported')}</p>
        </div>
        {isAble &&
          (own ? (
            <Button disabled={isBusy} onClick={() => void remove(own)}>
              {t('off')}
            </Button>
          ) : (
            <Button disabled={isBusy || !data} onClick={() => void turnOn(false)}>
              {t('on')}
            </Button>
          ))}
      </div>
      {own && (
        <FormControlLabel
          label={t('faults')}
          disabled={isBusy}
          control={<Switch checked={own.faults} onChange={(_, isOn) => void turnOn(isOn)} />}
        />
      )}
      {error && (
        <ErrorState text={failureText(error)} size="row" onRetry={() => void mutate()} isRetrying={isValidating} />
      )}
      {data && data.devices.length > 0 && (
        <ul className={styles.devices} aria-label={t('devices')}>
          {data.devices.map((device) => (
            <li key={device.deviceId}>
              <span>{device.name}</span>
              <span className={styles.since}>{device.isThis ? t('this') : t('since', { at: device.createDate })}</span>
              <Button size="small" aria-label={t('removeOf', { name: device.name })} onClick={() => setRemoved(device)}>
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t('removeTitle')}
          text={t('removeText', { name: removed.name })}
          confirmLabel={t('remove')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}
