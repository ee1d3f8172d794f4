'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { StatusKind } from '@/components/kit/ui/status';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import { createCallback } from '@/lib/features/callbacks/contract';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import type { HomeBuilding, HomeTrouble } from '@/lib/features/home/contract';
import type { TroubleKind } from '@/lib/features/home/value-sets';
import { refreshIncidents } from '@/lib/features/incidents/shared/use-incidents';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import styles from './customer-home.module.css';

const CreateDialog = later(
  async () => (await import('@/components/callbacks/shared/create-dialog')).CreateDialog,
  ['callbacks'],
);

const MARKS: Readonly<Record<TroubleKind, StatusKind>> = {
  trapped: 'trapped',
  fault: 'fault',
  disconnected: 'disconnected',
  repair: 'service',
};

interface Props {
  readonly building: HomeBuilding;
  readonly showsFaults: boolean;
  readonly showsCallbacks: boolean;
  readonly holder: Holder;
}

/** One building: the state of its units, and what is being done about each trouble. */
export function Building({ building, showsFaults, showsCallbacks, holder }: Props) {
  const t = useTranslations('home.customer');
  const { buildingName, projectName, units, fine, troubled, unknown, troubles } = building;
  const name = buildingName ?? projectName ?? t('noName');
  const sums = [
    showsFaults && fine > 0 && t('fine', { count: fine }),
    troubled > 0 && t('troubled', { count: troubled }),
    unknown > 0 && t('unknown', { count: unknown }),
  ];
  return (
    <li className={styles.building} data-troubled={troubled > 0 || undefined}>
      <div className={styles.place}>
        <h3 className={styles.name}>{name}</h3>
        {buildingName !== null && projectName !== null && <span className={styles.project}>{projectName}</span>}
        <span className={styles.sums}>
          {t('units', { count: units })}
          {sums.filter(Boolean).map((sum) => ` · ${String(sum)}`)}
        </span>
      </div>
      {troubles.length > 0 && (
        <ul className={styles.troubles}>
          {troubles.map((trouble) => (
            <TroubleLine key={trouble.equipmentNo} {...{ trouble, showsCallbacks, holder }} />
          ))}
        </ul>
      )}
      {troubled > troubles.length && (
        <p className={styles.rest}>{t('restTroubles', { count: troubled - troubles.length })}</p>
      )}
    </li>
  );
}

interface LineProps {
  readonly trouble: HomeTrouble;
  readonly showsCallbacks: boolean;
  readonly holder: Holder;
}

/** What is wrong with a unit in plain words, and what is being done about it. */
function TroubleLine({ trouble, showsCallbacks, holder }: LineProps) {
  const t = useTranslations('home.customer');
  const [isCreating, setIsCreating] = useState(false);
  const { equipmentNo, equipmentName, displayType, condition, callback } = trouble;
  const name = equipmentName || equipmentNo;
  const href = liveHref(holder, displayType, equipmentNo) ?? detailHref(holder, equipmentNo);
  const mayReport = callback === null && showsCallbacks && may(holder, createCallback);
  return (
    <li className={styles.trouble} data-condition={condition} data-unit={equipmentNo}>
      <StatusShapeMark status={MARKS[condition]} size={14} />
      <div className={styles.words}>
        <p className={styles.wrong}>
          {href ? (
            <a href={href} target="_blank" rel="noopener">
              {name}
            </a>
          ) : (
            <b>{name}</b>
          )}
          <span>{t(`wrong.${condition}`)}</span>
        </p>
        <Help {...{ trouble, showsCallbacks, holder }} />
      </div>
      {mayReport && (
        <Button
          size="small"
          variant="outlined"
          aria-label={t('reportOf', { name })}
          onClick={() => setIsCreating(true)}
        >
          {t('report')}
        </Button>
      )}
      {isCreating && (
        <CreateDialog
          holder={holder}
          presets={{ equipmentNo, equipmentName, personTrapped: condition === 'trapped' }}
          onDone={refreshIncidents}
          onClose={() => setIsCreating(false)}
        />
      )}
    </li>
  );
}

const timeOf = (moment: string) => (tellsTime(moment) ? moment.slice(5, 16) : moment);

function Help({ trouble: { condition, callback }, showsCallbacks, holder }: LineProps) {
  const t = useTranslations('home.customer');
  if (callback === null)
    return (
      <p className={styles.help}>
        {t(!showsCallbacks ? 'helpHidden' : condition === 'trapped' ? 'noHelpTrapped' : 'noHelp')}
      </p>
    );
  const { callbackId, step, since, arrivalDue, late, technicianPhone, expectedReturn } = callback;
  const target = routeOf('callbackDetail');
  const word = t(`step.${step}`);
  return (
    <p className={styles.help}>
      {target.isBuilt && mayOpen(holder, target) ? (
        <a href={hrefOf('callbackDetail', { callbackId })}>{word}</a>
      ) : (
        <span>{word}</span>
      )}
      <span> · {t('sinceTime', { time: timeOf(since) })}</span>
      {arrivalDue !== null && (
        <span>
          {' · '}
          {late ? (
            <b>{t('arrivalLate', { time: timeOf(arrivalDue) })}</b>
          ) : (
            t('arrivalDue', { time: timeOf(arrivalDue) })
          )}
        </span>
      )}
      {late && (technicianPhone ? <PhoneLink phone={technicianPhone} /> : <span> · {t('ringCompany')}</span>)}
      {expectedReturn !== null && <span> · {t('expectedReturn', { time: timeOf(expectedReturn) })}</span>}
    </p>
  );
}
