'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SearchBox } from '@/components/kit/ui/search-box';
import { listTechnicians, type TechnicianChoice as Technician } from '@/lib/features/callbacks/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import styles from './move-dialog.module.css';

interface Props {
  readonly callbackId: string;
  readonly isChosen: (technician: Technician) => boolean;
  readonly onChoose: (technician: Technician) => void;
}

/** Who was sent last, to be chosen with one click (silent-screens F3 PAGE). */
export function TechnicianChoice({ callbackId, isChosen, onChoose }: Props) {
  const t = useTranslations('callbacks.move');
  const [key, setKey] = useState('');
  const { data } = useHeldSms(listTechnicians, { callbackId, key });
  return (
    <section className={styles.technicians} aria-label={t('technicians')}>
      <SearchBox label={t('search')} value={key} onSearch={setKey} />
      {data?.length === 0 && <p className={styles.calm}>{t('noTechnicians')}</p>}
      <ul className={styles.choices}>
        {data?.map((technician) => (
          <li key={`${technician.technicianName} ${technician.technicianPhone}`}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={isChosen(technician)}
              onClick={() => onChoose(technician)}
            >
              <span className={styles.name}>{technician.technicianName}</span>
              <span>{technician.technicianPhone}</span>
              <span className={styles.when}>{technician.onUnit ? t('onUnit') : technician.lastUsed}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
