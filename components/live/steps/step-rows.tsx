'use client';

import { useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { secondaryModes } from '@/lib/live/units/elevator';
import { groupAge } from '@/lib/live/units/group-age';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { readBoolean, readNumber, readText } from '@/lib/live/units/values';
import { LiveAge } from '../frame/live-age';
import { UpdateRow, useKnown, ValueRow, ValueTable } from '../frame/value-row';
import type { ValueRowProps } from '../frame/value-row';
import { useStepWords } from './use-step-words';
import type { StepState } from './use-steps';
import styles from '../frame/value-row.module.css';

/** A row by the name that its label has. */
function Row(props: Omit<ValueRowProps, 'label'>) {
  return <ValueRow {...props} label={useTranslations('live.steps.rows')(props.name)} />;
}

/** Operation state (doc2 §2.6, §2.7), each value with its own age; of a walk what its older message tells besides. */
export function StepRows({ state }: { readonly state: StepState }) {
  const t = useTranslations('live.steps');
  const words = useStepWords();
  const { live, condition, newestAt, cover, percent, belt, mode, kind } = state;
  const { isFresh, link } = condition;
  const known = useKnown()(link === 'online');
  const others = secondaryModes(live.operationmode).map((other) => words.mode(other));
  const isStale = !isFresh && cover !== 1 && newestAt !== undefined;
  const warning = readText(live.warning);
  const health = readText(live.health);
  const figure = (entry: LiveEntry | undefined, unit: string) => {
    const value = readNumber(entry);
    return value === undefined ? undefined : `${value} ${unit}`;
  };
  const commonAt =
    link === 'online'
      ? groupAge([
          live.direction,
          live.stepspeed,
          live.operationmode,
          live.controlmode,
          live.drivemode,
          live.technicianonsite,
          live.warning,
        ])
      : undefined;
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
        <Row name="direction" {...known(words.way(readText(live.direction)), live.direction)} />
        <Row
          name="speed"
          {...known(
            percent === undefined || belt.speed === undefined
              ? undefined
              : `${percent} % · ${(belt.speed / 100).toFixed(2)} m/s`,
            live.stepspeed,
          )}
        />
        <Row
          name="mode"
          {...known(
            mode === undefined ? undefined : (
              <>
                {words.mode(mode)}
                {others.length > 0 && <span className={styles.others}>{others.join(' · ')}</span>}
              </>
            ),
            live.operationmode,
          )}
          tone={condition.hasError && mode === 'Fault' ? 'alarm' : undefined}
        />
        <Row name="control" {...known(words.control(readText(live.controlmode)), live.controlmode)} />
        <Row name="drive" {...known(words.drive(readText(live.drivemode)), live.drivemode)} />
        <Row name="technician" {...known(words.flag(readBoolean(live.technicianonsite)), live.technicianonsite)} />
        <Row
          name="warning"
          {...known(words.warning(warning), live.warning)}
          tone={warning !== undefined && warning !== 'None' ? 'warning' : undefined}
        />
        {kind === 'ES' && (
          <Row
            name="health"
            {...known(words.health(health), live.health)}
            tone={health === 'Bad' ? 'alarm' : health === 'Degraded' ? 'warning' : undefined}
          />
        )}
        {kind === 'WW' && (
          <>
            <Row name="temperature" {...known(figure(live.temperature, '°C'), live.temperature)} />
            <Row name="power" {...known(figure(live.power, 'kW'), live.power)} />
            <Row name="brake" {...known(figure(live.brakerange, 'mm'), live.brakerange)} />
            <Row name="controller" {...known(readText(live.controllerversion), undefined)} />
          </>
        )}
        <UpdateRow at={newestAt} />
      </ValueTable>
    </section>
  );
}
