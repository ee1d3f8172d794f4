'use client';

import { useTranslations } from 'next-intl';
import { SilentState } from '@/components/kit/ui/silent-state';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { textLink } from '@/components/kit/ui/text-link';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useJoin } from '@/components/kit/ui/use-join';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { getGroup, type GroupUnit } from '@/lib/features/equipment-groups/contract';
import { isSilent } from '@/lib/live/units/condition';
import { displayTypeOf, onlineWord } from '@/lib/live/units/value-sets';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import type { Holder } from '@/lib/platform/contract/authorities';
import inner from '@/components/kit/ui/inner-table.module.css';
import styles from './group-units.module.css';

const HEADS = ['equipmentNo', 'equipmentName', 'equipmentType', 'onlineStatus', 'state', 'warnings'] as const;

function UnitState({ unit: { running, mismatch } }: { readonly unit: GroupUnit }) {
  const t = useTranslations('equipmentGroups.unit');
  if (running === null)
    return (
      <StatusPill status="unknown" look="plain">
        {t('unknown')}
      </StatusPill>
    );
  const word = t(running ? 'running' : 'stopped');
  return (
    <StatusPill status={mismatch ? 'attention' : running ? 'running' : 'standby'} look="plain">
      {mismatch ? t('mismatch', { state: word }) : word}
    </StatusPill>
  );
}

/** What the plan wants now, and what each unit of the group does (silent-screens A10). */
export function GroupUnits({ groupId, holder }: { readonly groupId: string; readonly holder: Holder }) {
  const t = useTranslations('equipmentGroups');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const join = useJoin();
  const { data, error, isLoading, refresh } = useHeldSms(getGroup, { groupId });
  if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
  if (!data) return <LoadingState size="row" />;
  const { equipmentList, groupName, hiddenResponsible, nextAction, nextTime, responsible, shouldRun } = data;
  const names = [
    ...responsible.map(({ nickName }) => nickName),
    ...(hiddenResponsible > 0 ? [t('hiddenResponsible', { count: hiddenResponsible })] : []),
  ];
  return (
    <>
      <p className={styles.head}>
        <span>{shouldRun === null ? t('goal.none') : t(shouldRun ? 'goal.run' : 'goal.stop')}</span>
        {nextTime !== null && nextAction !== null && (
          <span>{t(`next.${nextAction}`, { time: nextTime.slice(0, 16) })}</span>
        )}
        <span>{t('responsibleOf', { names: join(names) || common('missing') })}</span>
      </p>
      {equipmentList.length === 0 ? (
        <EmptyState size="row" title={t('noUnits')} />
      ) : (
        <div className={inner.scroll} tabIndex={0} role="group" aria-label={t('unitsOf', { name: groupName })}>
          <table className={inner.table}>
            <thead>
              <tr>
                {HEADS.map((name) => (
                  <th key={name} scope="col">
                    {t(`unit.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {equipmentList.map((unit) => {
                const word = onlineWord(unit.onlineStatus);
                return (
                  <tr key={unit.equipmentNo}>
                    <td>
                      {textLink(
                        unit.equipmentNo,
                        detailHref(holder, unit.equipmentNo),
                        t('openEquipment', { no: unit.equipmentNo }),
                      )}
                    </td>
                    <td>{unit.equipmentName}</td>
                    <td>{common(`equipment.${displayTypeOf(unit.equipmentType)}`)}</td>
                    <td>
                      {isSilent(unit) ? (
                        <SilentState lastDataAt={unit.lastDataAt} />
                      ) : word ? (
                        <StatusPill status={word} look="plain" />
                      ) : (
                        common('missing')
                      )}
                    </td>
                    <td>
                      <UnitState unit={unit} />
                    </td>
                    <td>{join(unit.warnings.map((warning) => t(`warning.${warning}`))) || common('missing')}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
