'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { MessagePage } from '@/components/kit/detail/message-page';
import type { CoverTone } from '@/components/kit/ui/cover';
import { HistoryIcon, LockIcon, SearchOffIcon, WarningIcon } from '@/components/kit/ui/icons';
import { EscalatorIcon, ElevatorIcon } from '@/components/kit/ui/lift-icons';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { livePageOf } from '@/lib/live/units/live-page';
import { routeOf } from '@/lib/routes';
import { findBuiltHref } from './frame/built-link';

export type LivePageProblem =
  'missingNumber' | 'notFound' | 'forbidden' | 'failed' | 'otherType' | 'badMoment' | 'refused';

const LOOKS: Readonly<Record<LivePageProblem, { readonly icon: ReactNode; readonly tone: CoverTone }>> = {
  missingNumber: { icon: <ElevatorIcon size={40} />, tone: 'neutral' },
  notFound: { icon: <SearchOffIcon size={40} />, tone: 'neutral' },
  forbidden: { icon: <LockIcon size={40} />, tone: 'neutral' },
  failed: { icon: <WarningIcon size={40} />, tone: 'warning' },
  otherType: { icon: <EscalatorIcon size={40} />, tone: 'neutral' },
  badMoment: { icon: <HistoryIcon size={40} />, tone: 'neutral' },
  refused: { icon: <LockIcon size={40} />, tone: 'neutral' },
};

interface Props {
  readonly kind: LivePageProblem;
  readonly equipmentNo?: string;
  /** The unit, when it is of another kind. */
  readonly equipment?: Pick<EquipmentDetail, 'equipmentName' | 'displayType'>;
  /** The kind whose page this is. */
  readonly wanted?: 'EV' | 'ES' | 'WW';
  /** The server's reason for refusing a replay. */
  readonly reason?: string;
  readonly isBuilt?: (routeKey: string) => boolean;
}

/** A live page with nothing to show: no number, unknown, not permitted, another kind of equipment, or a failed call. */
export function LivePageMessage({
  kind,
  equipmentNo = '',
  equipment,
  wanted = 'EV',
  reason = '',
  isBuilt = (key) => routeOf(key).isBuilt,
}: Props) {
  const t = useTranslations('live.page');
  const common = useTranslations('common');
  const words = {
    no: equipmentNo,
    name: equipment?.equipmentName ?? '',
    reason,
    wanted: common(`equipment.${wanted}`),
    type: equipment ? common(`equipment.${equipment.displayType}`) : '',
  };
  const page = equipment && livePageOf(equipment.displayType);
  const rightPage = page && findBuiltHref(page, { equipmentNo }, isBuilt);
  return (
    <MessagePage
      {...LOOKS[kind]}
      name={kind}
      title={t(`${kind}.title`, words)}
      text={t(`${kind}.text`, words)}
      action={
        <>
          {rightPage && (
            <Button variant="contained" color="primary" component={Link} href={rightPage}>
              {t(kind === 'otherType' ? 'openRight' : 'toLive')}
            </Button>
          )}
          {kind === 'failed' && (
            <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
              {t('retry')}
            </Button>
          )}
        </>
      }
    />
  );
}
