'use client';

import { useTranslations } from 'next-intl';
import { PersonTrappedIcon } from '@/components/kit/ui/icons';
import { readBoolean, readText, readTime } from '@/lib/live/units/values';
import { LiveAge } from './live-age';
import type { ElevatorState } from './use-elevator';
import { useWords } from './use-words';
import styles from './entrapment.module.css';

/** Cover 5: the loudest thing of the product. Floor and door stay in sight, because the rescue needs them. */
export function Entrapment({ state }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const { live, floorLabel } = state;
  const since = readBoolean(live.entrapment) === true ? readTime(live.entrapment?.at) : undefined;
  return (
    <section className={styles.band} role="alert" data-cover="cover-5">
      <PersonTrappedIcon className={styles.icon} size={52} />
      <div className={styles.words}>
        <p className={styles.title}>{t('cover.5.title')}</p>
        <p className={styles.text}>{t('cover.5.text')}</p>
      </div>
      <dl className={styles.facts}>
        {since !== undefined && (
          <div>
            <dt>{t('cover.5.since')}</dt>
            <dd>
              <LiveAge at={since} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('cover.5.where')}</dt>
          <dd>{floorLabel ?? '--'}</dd>
        </div>
        <div>
          <dt>{t('rows.door')}</dt>
          <dd>{words.door(readText(live.door)) ?? '--'}</dd>
        </div>
      </dl>
    </section>
  );
}
