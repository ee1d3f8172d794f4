'use client';

import { useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { secondaryModes } from '@/lib/live/units/elevator';
import { groupAge } from '@/lib/live/units/group-age';
import { readBoolean, readText } from '@/lib/live/units/values';
import { LiveAge } from './frame/live-age';
import { UpdateRow, useKnown, ValueRow, ValueTable } from './frame/value-row';
import type { ValueRowProps } from './frame/value-row';
import type { LiveElevator } from './use-elevator';
import { useSpeed } from './use-speed';
import { useWords } from './use-words';
import styles from './frame/value-row.module.css';

/** A row by the name that its label has. */
function Row(props: Omit<ValueRowProps, 'label'>) {
  return <ValueRow {...props} label={useTranslations('live.elevator.rows')(props.name)} />;
}

/** Door, drive, indoor zone, speed, mode, technician, load and the last update (doc2 §2.5), each with its own age. */
export function OperationState({ state }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const { live, travel, equipment, condition, newestAt, cover } = state;
  const { isFresh, link } = condition;
  const known = useKnown()(link === 'online');
  const speed = useSpeed(live.speed, travel, equipment.ratedSpeed);
  const others = secondaryModes(live.mode);
  const mode = words.modeWithCode(readText(live.mode));
  const isReported = live.speed !== undefined;
  const isStale = !isFresh && cover !== 1 && newestAt !== undefined;
  const shown = [live.door, live.drive, live.indoorzone, live.speed, live.mode, live.technicianonsite, live.load];
  const commonAt = link === 'online' ? groupAge(shown) : undefined;
  return (
    <section>
      <SectionTitle
        aside={
          (isStale || commonAt !== undefined) && (
            <>
              {isStale && <span className={styles.stale}>{t('stale')} </span>}
              {commonAt !== undefined && <LiveAge at={commonAt} />}
            </>
          )
        }
      >
        {t('sections.operation')}
      </SectionTitle>
      <ValueTable isFresh={isFresh} commonAt={commonAt}>
        <Row
          name="door"
          {...known(words.door(readText(live.door)), live.door)}
          tone={live.door?.value === 'Blocked' ? 'warning' : undefined}
        />
        <Row name="drive" {...known(words.drive(readText(live.drive)), live.drive)} />
        <Row name="zone" {...known(words.zone(readText(live.indoorzone)), live.indoorzone)} />
        <Row
          name="speed"
          {...known(
            speed.value === undefined || (!isReported && travel === 'none') ? undefined : (
              <>
                {`${speed.value.toFixed(2)} ${t('unit.speed')}`}
                {!isReported && (
                  <abbr className={styles.estimated} title={t('speedEstimatedHint')}>
                    {t('speedEstimated')}
                  </abbr>
                )}
              </>
            ),
            live.speed,
          )}
        />
        <Row
          name="mode"
          {...known(
            mode && (
              <>
                {mode}
                {others.length > 0 && (
                  <span className={styles.others}>{others.map(words.modeWithCode).join(' · ')}</span>
                )}
              </>
            ),
            live.mode,
          )}
        />
        <Row
          name="technician"
          {...known(words.flag('onSite', readBoolean(live.technicianonsite)), live.technicianonsite)}
        />
        <Row
          name="load"
          {...known(words.load(readText(live.load)), live.load)}
          tone={live.load?.value === 'Overload' ? 'alarm' : undefined}
        />
        <UpdateRow at={newestAt} />
      </ValueTable>
    </section>
  );
}

/**
 * The safety values: power, alarm, emergency power, entrapment, health. A bad value stays visible; a good value becomes
 * unknown when it is old.
 */
export function SafetyState({ state: { live, condition } }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const power = readBoolean(live.controllerpower);
  const ard = readBoolean(live.ard);
  const health = readText(live.health);
  const trapped = condition.isTrapped || (live.entrapment === undefined ? undefined : false);
  // What a person reported is not as old as the box's last word.
  const isOfBox = trapped === readBoolean(live.entrapment);
  const { isFresh } = condition;
  const known = useKnown();
  const said = (isGrave: boolean) => known(isGrave || isFresh);
  const commonAt = isFresh
    ? groupAge([live.entrapment, live.alarm, live.controllerpower, live.ard, live.health])
    : undefined;
  return (
    <section>
      <SectionTitle aside={commonAt !== undefined && <LiveAge at={commonAt} />}>{t('sections.safety')}</SectionTitle>
      <ValueTable isFresh={isFresh} commonAt={commonAt}>
        <Row
          name="entrapment"
          {...said(trapped === true)(words.flag('yesNo', trapped), isOfBox ? live.entrapment : undefined)}
          tone={trapped ? 'alarm' : undefined}
        />
        <Row
          name="alarm"
          {...said(live.alarm?.value === 'On')(words.alarm(readText(live.alarm)), live.alarm)}
          tone={live.alarm?.value === 'On' ? 'alarm' : undefined}
        />
        <Row
          name="power"
          {...said(power === false)(words.flag('power', power), live.controllerpower)}
          tone={power === false ? 'warning' : undefined}
        />
        <Row
          name="ard"
          {...said(ard === true)(words.flag('yesNo', ard), live.ard)}
          tone={ard ? 'warning' : undefined}
        />
        <Row
          name="health"
          {...said(health === 'Bad' || health === 'Degraded')(words.health(health), live.health)}
          tone={health === 'Bad' ? 'alarm' : health === 'Degraded' ? 'warning' : undefined}
        />
      </ValueTable>
    </section>
  );
}
