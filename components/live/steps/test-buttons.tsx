'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { StepWay } from '@/lib/live/units/step-page';
import styles from './test-buttons.module.css';

const WAYS = ['up', 'down', 'stop'] as const satisfies readonly StepWay[];

interface Props {
  readonly isShown: boolean;
  readonly tried: StepWay | undefined;
  readonly onTry: (way: StepWay | undefined) => void;
}

/**
 * The documents' hidden buttons (readings 86). They move the picture in this browser only; no command leaves the portal
 * (silent-screens A10).
 */
export function TestButtons({ isShown, tried, onTry }: Props) {
  const t = useTranslations('live.steps.test');
  return (
    <div className={styles.tests} hidden={!isShown} role="group" aria-label={t('title')} data-testid="test-buttons">
      <p className={styles.note}>{t('note')}</p>
      <div className={styles.buttons}>
        {WAYS.map((way) => (
          <Button
            key={way}
            size="small"
            variant={tried === way ? 'contained' : 'outlined'}
            color={tried === way ? 'primary' : 'inherit'}
            aria-pressed={tried === way}
            onClick={() => onTry(tried === way ? undefined : way)}
          >
            {t(way)}
          </Button>
        ))}
      </div>
      <p className={styles.said} role="status">
        {tried !== undefined && t('said')}
      </p>
    </div>
  );
}
