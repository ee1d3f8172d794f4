'use client';

import { useTranslations } from 'next-intl';
import { useState, type KeyboardEvent } from 'react';
import { SearchBox } from '@/components/kit/ui/search-box';
import type { TechnicianChoice } from '@/lib/features/callbacks/technician-contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import styles from '../move-dialog.module.css';

interface Props<T extends Operation> {
  /** Answers `TechnicianChoice`s; takes a `key` to search by, beside `of`. */
  readonly operation: T;
  readonly of: Omit<InputOf<T>, 'key'>;
  readonly isChosen: (technician: TechnicianChoice) => boolean;
  readonly onChoose: (technician: TechnicianChoice) => void;
}

/** The arrow keys go from the search to the choices and back; Enter takes the one that has the focus. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul button')];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Whom to send: who is free first, chosen with one click or by the keys (silent-screens F3 PAGE, E1). */
export function TechnicianPicker<T extends Operation>({ operation, of, isChosen, onChoose }: Props<T>) {
  const t = useTranslations('callbacks.move');
  const [key, setKey] = useState('');
  const answer = useHeldSms(operation, { ...of, key } as InputOf<T>);
  const data = answer.data as readonly TechnicianChoice[] | undefined;
  return (
    <section className={styles.technicians} aria-label={t('technicians')} onKeyDown={moveFocus}>
      <SearchBox label={t('search')} value={key} hasFocus onSearch={setKey} />
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
              <span>{technician.openJobs > 0 ? t('openJobs', { count: technician.openJobs }) : t('free')}</span>
              <span className={styles.when}>
                {[technician.onUnit && t('onUnit'), t('lastUsed', { time: technician.lastUsed })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
