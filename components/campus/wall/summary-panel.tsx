'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { HalfRing } from './half-ring';
import type { CountResult, Wall } from './use-wall';
import styles from './summary-panel.module.css';

/** Longest bar, px (doc3 §2.1). */
const BAR = 150;

interface Props {
  readonly wall: Wall;
  /**
   * Address of the equipment list with a preset: 1 offline, 2 not installed, 3 normal, 4 faulty, of one kind (1
   * elevators, 2 escalators); undefined when the user may not open it.
   */
  readonly listHref: ((type: 1 | 2 | 3 | 4, equipmentType?: 1 | 2) => string) | undefined;
  /** Content below the counts. */
  readonly children: ReactNode;
}

/** The counts beside the tiles: of all units that the user may see, not of this page alone. */
export function SummaryPanel({ wall, listHref, children }: Props) {
  const t = useTranslations('campus.panel');
  const { view, connections, faults, isStale } = wall;
  return (
    <aside className={styles.panel} id="campus-panel" aria-label={t('label')} data-stale={isStale || undefined}>
      {view?.projectNames && (
        <section>
          <h2 className={styles.title}>{t('projects')}</h2>
          <p className={styles.projects}>
            <MiddleText>{view.projectNames}</MiddleText>
          </p>
        </section>
      )}
      <section>
        <h2 className={styles.title}>{t('total')}</h2>
        <p className={styles.total} data-count="all">
          {shown(connections, 'allCount')}
        </p>
        <dl className={styles.bars}>
          <Bar name="online" label={t('online')} counts={connections} member="onlineCount" />
          <Bar name="offline" label={t('offline')} counts={connections} member="offlineCount" href={listHref?.(1)} />
          <Bar
            name="unregistered"
            label={t('unregistered')}
            counts={connections}
            member="unregisteredCount"
            href={listHref?.(2)}
          />
        </dl>
      </section>
      <section className={styles.health}>
        <h2 className={styles.title}>{t('health')}</h2>
        <div className={styles.ring}>
          <HalfRing counts={typeof faults === 'object' ? faults : undefined} isStale={isStale} />
          <dl className={styles.kinds}>
            {(['elevatorNormal', 'elevatorStop', 'escalatorNormal', 'escalatorStop'] as const).map((member) => (
              <div key={member}>
                <dt>{t(member)}</dt>
                <dd data-count={member} data-fault={member.endsWith('Stop') || undefined}>
                  <Count
                    value={shown(faults, member)}
                    href={listHref?.(member.endsWith('Stop') ? 4 : 3, member.startsWith('elevator') ? 1 : 2)}
                    label={t(member)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      {children}
    </aside>
  );
}

/** A count, `--` when it failed (doc3 §8). */
function shown<T extends object>(counts: CountResult<T>, member: keyof T): string {
  return typeof counts === 'object' ? String(counts[member]) : '--';
}

function Count({
  value,
  href,
  label,
}: {
  readonly value: string;
  readonly href: string | undefined;
  readonly label: string;
}) {
  return href && value !== '--' ? (
    <a href={href} target="_blank" rel="noopener" aria-label={`${label} ${value}`}>
      {value}
    </a>
  ) : (
    value
  );
}

interface BarProps<T> {
  readonly name: string;
  readonly label: string;
  readonly counts: CountResult<T>;
  readonly member: keyof T;
  readonly href?: string;
}

/** A bar as long as its share of all units. */
function Bar<T extends { allCount: number }>({ name, label, counts, member, href }: BarProps<T>) {
  const value = shown(counts, member);
  const share = typeof counts === 'object' && counts.allCount > 0 ? Number(counts[member]) / counts.allCount : 0;
  return (
    <div className={styles.bar} data-bar={name}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.track}>
          <span
            className={styles.fill}
            style={{ width: `${(share * BAR).toFixed(1)}px` }}
            data-share={share > 0 || undefined}
          />
        </span>
        <span className={styles.count} data-count={name}>
          <Count value={value} href={href} label={label} />
        </span>
      </dd>
    </div>
  );
}
