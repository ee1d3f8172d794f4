'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { CopyText } from '@/components/kit/ui/copy-text';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { createScreenCode, queryScreens, revokeScreenKey, type SmartScreenRow } from '@/lib/features/screens/contract';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { hrefOf } from '@/lib/routes';

interface Props {
  readonly row: SmartScreenRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a code that is typed at the screen, which then gets its key; a former key ends with that (api.md §2.26). */
export function LinkDialog({ row: { screenNo, state }, onDone, onClose }: Props) {
  const t = useTranslations('screens.link');
  const failureText = useFailureText();
  const [made, setMade] = useState<OutputOf<typeof createScreenCode>>();
  if (!made)
    return (
      <ConfirmDialog
        isOpen
        title={t('title', { name: screenNo })}
        text={t(state === 'UNLINKED' ? 'first' : 'replaces')}
        confirmLabel={t('make')}
        onConfirm={async () => {
          try {
            setMade(await callSms(createScreenCode, { screenNo }));
          } catch (error) {
            toast.error(failureText(error));
            onClose();
          }
        }}
        onClose={onClose}
      />
    );
  const close = () => {
    onDone();
    onClose();
  };
  return (
    <DetailDialog title={t('title', { name: screenNo })} width="sm" onClose={close}>
      <p>{t('once')}</p>
      <PropertyList
        isLined
        items={[
          { key: 'page', label: t('page'), value: <CopyText text={`${window.location.origin}${hrefOf('screen')}`} /> },
          { key: 'screenNo', label: t('screenNo'), value: <CopyText text={screenNo} /> },
          { key: 'code', label: t('code'), value: <CopyText text={made.code} /> },
          { key: 'expireDate', label: t('expireDate'), value: made.expireDate },
        ]}
      />
    </DetailDialog>
  );
}

/** Takes the key of a screen, which then shows nothing more of the portal. */
export function RevokeDialog({ row: { screenNo }, onDone, onClose }: Props) {
  const t = useTranslations('screens');
  const common = useTranslations('common.success');
  const failureText = useFailureText();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('action.revoke')}
      text={t('link.revoke', { name: screenNo })}
      confirmLabel={t('action.revoke')}
      onConfirm={async () => {
        try {
          await mutateSms(revokeScreenKey, { screenNo }, [queryScreens]);
          toast.success(common('operation'));
          onDone();
        } catch (error) {
          toast.error(failureText(error));
        }
        onClose();
      }}
      onClose={onClose}
    />
  );
}
