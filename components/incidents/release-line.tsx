'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { CloseIcon, SuccessIcon } from '@/components/kit/ui/icons';
import type { ReleasedIncident } from '@/lib/features/incidents/contract';
import { Freed } from './incident-words';
import styles from './alarm-strip.module.css';

/** How long the server reports a release. */
const SHOWN_MS = 120_000;

interface Props {
  readonly released: readonly ReleasedIncident[];
  readonly onClose: () => void;
}

/** The strip ends with a line: who was freed, when, and after how long (readings 250). The notices keep it. */
export function ReleaseLine({ released, onClose }: Props) {
  const t = useTranslations('incidents');
  const common = useTranslations('common.action');
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const [last, ...others] = released;
  if (!last) return null;
  return (
    <section
      className={styles.strip}
      data-quiet
      data-condition="released"
      data-alarm-strip
      data-testid="alarm-farewell"
    >
      <p className={styles.words} role="status">
        <span className={styles.kind}>
          <SuccessIcon size={20} />
          <b>{t('condition.freed')}</b>
        </span>
        <b className={styles.name} title={last.equipmentName}>
          {last.equipmentName}
        </b>
        <span className={styles.fact}>
          <Freed release={last} />
        </span>
        {others.length > 0 && <span className={styles.fact}>{t('others', { count: others.length })}</span>}
      </p>
      <span className={styles.tools}>
        <button
          type="button"
          className={styles.action}
          data-plain
          aria-label={common('close')}
          title={common('close')}
          onClick={onClose}
        >
          <CloseIcon size={20} />
        </button>
      </span>
    </section>
  );
}
