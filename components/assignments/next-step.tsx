'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { PhoneIcon } from '@/components/kit/ui/icons';
import type { AssignmentAction } from '@/lib/features/assignments/value-sets';
import styles from './assignment.module.css';

interface Props {
  readonly actions: readonly AssignmentAction[];
  readonly isBusy: boolean;
  readonly phone: string | null;
  readonly onAct: (action: AssignmentAction) => void;
}

/**
 * The next step is the only filled button, within reach of the thumb. Giving back, and the steps that may follow early,
 * are beside it.
 */
export function NextStep({ actions, isBusy, phone, onAct }: Props) {
  const t = useTranslations('assignments');
  const [next, ...others] = actions;
  return (
    <div className={styles.actions}>
      {others.map((action) => (
        <Button
          key={action}
          className={styles.other}
          variant="outlined"
          color="inherit"
          disabled={isBusy}
          onClick={() => onAct(action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      {phone && (
        <Button
          className={styles.phone}
          variant="outlined"
          color="inherit"
          href={`tel:${phone}`}
          aria-label={t('call', { phone })}
        >
          <PhoneIcon size={22} />
        </Button>
      )}
      {next && (
        <Button
          className={styles.next}
          variant={next === 'giveBack' ? 'outlined' : 'contained'}
          color="primary"
          loading={isBusy}
          onClick={() => onAct(next)}
        >
          {t(`action.${next}`)}
        </Button>
      )}
    </div>
  );
}
