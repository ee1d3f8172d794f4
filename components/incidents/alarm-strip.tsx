'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type RefObject } from 'react';
import { later } from '@/components/kit/layout/later';
import { SoundIcon } from '@/components/kit/ui/sound-icon';
import { useVideo } from '@/components/video/shared/use-video';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { findRoute } from '@/lib/routes';
import { IncidentActions } from './incident-actions';
import { isQuiet } from './incident-order';
import { IncidentWords } from './incident-words';
import { OthersList } from './others-list';
import { useAlarmSound } from './use-alarm-sound';
import { useFresh } from './use-fresh';
import { useIncidentTasks } from './shared/use-incident-tasks';
import { useTabCount } from './use-tab-count';
import styles from './alarm-strip.module.css';

const DispatchDialog = later(
  async () => (await import('./shared/dispatch-dialog')).DispatchDialog,
  ['callbacks', 'incidents'],
);

export interface AlarmStripProps {
  readonly username: string;
  readonly holder: Holder;
  /** At least one, worst first. */
  readonly rows: readonly IncidentRow[];
  /** The total number, including those that are not loaded. */
  readonly total: number;
  /** The last read failed: the rows are old. */
  readonly isOld: boolean;
  readonly hasSound: boolean;
  readonly onSound: (isOn: boolean) => unknown;
  /** Reads them again. */
  readonly onChanged: () => unknown;
  /** Called when the strip's code could not be loaded. */
  readonly onClose: () => void;
}

/**
 * The worst alarm and the number of others. It is a row of the page above everything else: it pushes the page down,
 * stays visible, and remains usable while a dialog is open (readings 136).
 */
export function AlarmStrip({ username, holder, rows, total, isOld, hasSound, onSound, onChanged }: AlarmStripProps) {
  const t = useTranslations('incidents');
  const strip = useRef<HTMLElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const tasks = useIncidentTasks(holder, onChanged);
  const video = useVideo(holder, 'incident');
  // A wall has its own sound and switch.
  const isWall = findRoute(usePathname())?.isWall ?? false;
  const sound = useAlarmSound(username, hasSound && !isWall);
  useNeverHidden(strip);
  useTabCount(total);
  useFresh(username, rows, (fresh) => {
    // A release is shown without a sound.
    if (fresh.some(({ condition }) => condition !== 'freed')) sound.play();
    const trapped = fresh.filter(({ condition }) => condition === 'trapped');
    // Set outside of React: a re-render must not announce it again.
    if (said.current && trapped.length > 0)
      said.current.textContent = trapped
        .map(({ equipmentName: name, floor }) =>
          floor === null ? t('announce', { name }) : t('announceFloor', { name, floor }),
        )
        .join(' ');
  });
  const [worst, ...others] = rows;
  if (!worst) return null;
  return (
    <>
      <section
        ref={strip}
        className={styles.strip}
        aria-label={t('title')}
        data-alarm-strip
        data-testid="alarm-strip"
        data-equipment={worst.equipmentNo}
        data-condition={worst.condition}
        data-quiet={isQuiet(worst) || undefined}
      >
        <p ref={said} className="visually-hidden" role="alert" />
        <IncidentWords row={worst} />
        <span className={styles.tools}>
          {isOld && <span className={styles.old}>{t('old')}</span>}
          {total > 1 && (
            <OthersList rows={others} count={total - 1} holder={holder} tasks={tasks} onVideo={video.open} />
          )}
          {!isWall && (
            <SoundSwitch isOn={hasSound} isBlocked={sound.isBlocked} onAllow={sound.allow} onTurn={onSound} />
          )}
          <IncidentActions row={worst} holder={holder} tasks={tasks} onVideo={video.open} />
        </span>
      </section>
      {video.dialog}
      {tasks.dispatch && <DispatchDialog holder={holder} dispatch={tasks.dispatch} onClose={tasks.closeDispatch} />}
    </>
  );
}

interface SoundProps {
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  readonly onAllow: () => void;
  readonly onTurn: (isOn: boolean) => unknown;
}

function SoundSwitch({ isOn, isBlocked, onAllow, onTurn }: SoundProps) {
  const t = useTranslations('incidents');
  const label = t(isBlocked ? 'soundBlocked' : isOn ? 'soundOff' : 'soundOn');
  return (
    <button
      type="button"
      className={styles.action}
      data-plain
      data-blocked={isBlocked || undefined}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={() => (isBlocked ? onAllow() : void onTurn(!isOn))}
    >
      <SoundIcon isOn={isOn && !isBlocked} />
    </button>
  );
}

/** A dialog hides the rest of the page from screen readers; the alarm must stay readable and usable. */
function useNeverHidden(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const show = () => element.hasAttribute('aria-hidden') && element.removeAttribute('aria-hidden');
    show();
    const watch = new MutationObserver(show);
    watch.observe(element, { attributes: true, attributeFilter: ['aria-hidden'] });
    return () => watch.disconnect();
  }, [strip]);
}
