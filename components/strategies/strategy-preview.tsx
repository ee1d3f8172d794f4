'use client';

import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SearchOffIcon } from '@/components/kit/ui/icons';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useJoin } from '@/components/kit/ui/use-join';
import { DATA_GROUPS } from '@/lib/platform/strategy/shapes';
import { SmsError } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { getEffectiveStrategy } from '@/lib/features/strategies/contract';
import styles from './strategy-preview.module.css';

const REASONS = ['user', 'project', 'tier', 'default', 'none'] as const;

/** The strategy that applies to an account, and why (silent-screens B2). */
export function StrategyPreview({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('strategies');
  const failureText = useFailureText();
  const join = useJoin();
  const [typed, setTyped] = useState('');
  const [username, setUsername] = useState('');
  const { data, error, isLoading, mutate } = useSms(getEffectiveStrategy, username === '' ? null : { username });
  const reason = REASONS.find((one) => one === data?.reason) ?? 'none';
  return (
    <DetailDialog title={t('preview.title')} width="sm" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setUsername(typed.trim());
        }}
      >
        <TextField
          label={t('preview.username')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 64, autoComplete: 'off' } }}
        />
        <Button type="submit" variant="contained" color="primary" disabled={typed.trim() === ''}>
          {t('preview.show')}
        </Button>
      </form>
      {isLoading && <LoadingState size="row" />}
      {error instanceof SmsError && error.code === 404 ? (
        <EmptyState icon={<SearchOffIcon />} title={t('preview.unknown')} size="row" />
      ) : (
        error && <ErrorState text={failureText(error)} onRetry={() => void mutate()} size="row" />
      )}
      {data && !error && (
        <PropertyList
          isLined
          items={[
            { key: 'reason', label: t('preview.reason'), value: t(`preview.reasons.${reason}`) },
            { key: 'strategy', label: t('preview.strategy'), value: data.strategyName },
            {
              key: 'history',
              label: t('column.historyMonths'),
              value: data.historyMonths === null ? t('unlimited') : t('months', { n: data.historyMonths }),
            },
            {
              key: 'groups',
              label: t('column.dataGroups'),
              value:
                join(
                  DATA_GROUPS.filter((group) => data.dataGroups.includes(group)).map((group) => t(`group.${group}`)),
                ) || t('none'),
            },
            {
              key: 'symptoms',
              label: t('column.symptomCategories'),
              value: data.symptomCategories.join(', ') || t('none'),
            },
            { key: 'interval', label: t('column.liveIntervalSec'), value: t('seconds', { n: data.liveIntervalSec }) },
            { key: 'maskTime', label: t('column.maskTime'), value: t(data.maskTime ? 'yes' : 'no') },
            { key: 'export', label: t('column.exportAllowed'), value: t(data.exportAllowed ? 'allowed' : 'denied') },
          ]}
        />
      )}
    </DetailDialog>
  );
}
