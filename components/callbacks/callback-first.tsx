'use client';

import { useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import { PropertyList } from '@/components/kit/ui/property-list';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Holder } from '@/lib/platform/contract/authorities';
import { PhoneLink } from './shared/phone-link';
import styles from './callback-first.module.css';

interface Props {
  readonly detail: CallbackDetail;
  readonly holder: Holder;
}

/** On a phone the page begins with what whoever drives there has to know; wider pages show it beside. */
export function CallbackFirst({ detail, holder }: Props) {
  const t = useTranslations('callbacks');
  const join = useJoin();
  const { floor, trappedDate, createDate, personStatus, personTrapped, trappedCount, equipment, jobStatus } = detail;
  const persons = join([
    t(`person.${personStatus}`),
    ...(personTrapped && trappedCount ? [t('first.count', { count: trappedCount })] : []),
  ]);
  const isOpen = !isCallbackOver(jobStatus);
  return (
    <>
      {isOpen && (
        <section className={styles.first} aria-label={t('sections.first')}>
          <PropertyList
            items={[
              { key: 'floor', label: t('first.floor'), value: floor },
              { key: 'since', label: t('first.since'), value: trappedDate ?? createDate },
              { key: 'persons', label: t('column.personStatus'), value: persons },
              {
                key: 'address',
                label: t('info.address'),
                value: [equipment.address, equipment.buildingName].filter(Boolean).join(' '),
              },
            ]}
          />
        </section>
      )}
      {isOpen && isCustomer(holder) && <Late detail={detail} />}
    </>
  );
}

/** A customer reads that help is late, and whom to ring: the technician who was sent, else the service company; its number is stored nowhere. */
function Late({ detail: { sla, technicianName, technicianPhone } }: Pick<Props, 'detail'>) {
  const t = useTranslations('callbacks');
  const late = sla.filter(
    ({ clock, state, breached }) => (clock === 'response' || clock === 'arrival') && state === 'running' && breached,
  );
  if (late.length === 0) return null;
  return (
    <div className={styles.late} role="status">
      {late.map(({ clock }) => (
        <strong key={clock}>{t('first.late', { clock: t(`sla.${clock}`) })}</strong>
      ))}
      {technicianPhone ? (
        <span>
          {t('first.ring', { name: technicianName ?? '' })} <PhoneLink phone={technicianPhone} />
        </span>
      ) : (
        <span>{t('first.ringCompany')}</span>
      )}
    </div>
  );
}
