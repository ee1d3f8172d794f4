'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { TimeLine } from '@/components/kit/detail/time-line';
import { textLink } from '@/components/kit/ui/text-link';
import { PropertyList, type Property } from '@/components/kit/ui/property-list';
import { EmptyState } from '@/components/kit/ui/states';
import type { ErrorInspectionDetail } from '@/lib/features/error-inspection/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { Holder } from '@/lib/platform/contract/authorities';
import { modeWords, partHref } from './error-columns';
import { lengthOf } from './length';

interface Props {
  readonly detail: ErrorInspectionDetail;
  readonly holder: Holder;
}

/** The fault itself and its consequences. */
export function ErrorFacts({ detail, holder }: Props) {
  const t = useTranslations('errorInspection');
  const fact = (key: string, value: ReactNode): Property => ({ key, label: t(`column.${key}`), value });
  const { symptomId, callbackId, openCallbackId } = detail;
  return (
    <>
      <DetailSection title={t('sections.info')}>
        <PropertyList
          isLined
          items={[
            fact('errorId', detail.errorId),
            fact('gbCode', detail.gbCode),
            fact('text', detail.text),
            fact('startDate', detail.startDate),
            fact('recoverDate', detail.recoverDate ?? t('lasting')),
            fact('durationSec', detail.durationSec === null ? null : lengthOf(t, detail.durationSec)),
            fact('mode', modeWords(t, detail.mode)),
            fact('trapped', t(detail.trapped ? 'yes' : 'no')),
            fact('count24h', detail.count24h),
            { key: 'sameCode30d', label: t('sameCode30d'), value: detail.sameCode30d },
            fact('symptomId', textLink(symptomId, partHref(holder, 'symptomDetail', symptomId))),
            fact('callbackId', textLink(callbackId, partHref(holder, 'callbackDetail', callbackId))),
            ...(openCallbackId === null || openCallbackId === callbackId
              ? []
              : [
                  {
                    key: 'openCallbackId',
                    label: t('openCallback'),
                    value: textLink(openCallbackId, partHref(holder, 'callbackDetail', openCallbackId)),
                  },
                ]),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('sections.unit')}>
        <PropertyList
          isLined
          items={[
            fact('equipmentNo', textLink(detail.equipmentNo, detailHref(holder, detail.equipmentNo))),
            fact('equipmentName', detail.equipmentName),
            fact('buildingName', detail.buildingName),
          ]}
        />
      </DetailSection>
    </>
  );
}

/** Who judged it, when and how, newest first. */
export function ErrorHistory({ detail: { history } }: Pick<Props, 'detail'>) {
  const t = useTranslations('errorInspection');
  if (history.length === 0) return <EmptyState size="row" title={t('noHistory')} />;
  return (
    <TimeLine
      label={t('sections.history')}
      moments={history
        .map(({ result, comment, operator, createDate }, index) => ({
          key: `${index} ${result}`,
          time: createDate,
          title: t(`result.${result}`),
          text: operator && comment ? t('by', { name: operator, comment }) : (operator ?? comment ?? undefined),
        }))
        .reverse()}
    />
  );
}
