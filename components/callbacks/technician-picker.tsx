'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SearchBox } from '@/components/kit/ui/search-box';
import type { TechnicianChoice } from '@/lib/features/callbacks/technician-contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import styles from './move-dialog.module.css';

interface Props<T extends Operation> {
  /** Answers `TechnicianChoice`s; takes a `key` to search by, beside `of`. */
  readonly operation: T;
  readonly of: Omit<InputOf<T>, 'key'>;
  readonly isChosen: (technician: TechnicianChoice) => boolean;
  readonly onChoose: (technician: TechnicianChoice) => void;
}

/** Who was sent last, to be chosen with one click (silent-screens F3 PAGE, E1). */
export function TechnicianPicker<T extends Operation>({ operation, of, isChosen, onChoose }: Props<T>) {
  const t = useTranslations('callbacks.move');
  const [key, setKey] = useState('');
  const answer = useHeldSms(operation, { ...of, key } as InputOf<T>);
  const data = answer.data as readonly TechnicianChoice[] | undefined;
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
