'use client';

import { useLocale, useTranslations } from 'next-intl';
import { titleFor } from '@/lib/features/symptoms/shared/shown-title';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { textLink } from '@/components/kit/ui/text-link';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { diagnoseCube, type CubeDiagnosis } from '@/lib/features/gateways/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { DataAge } from './data-age';
import { HourBars } from '../hour-bars';
import { prettyPayload } from '../pretty-payload';
import styles from '../diagnosis-dialog.module.css';

const ASK_MS = 30_000;
/** A clock that deviates by more gives code F04. */
const DRIFT_SEC = 300;

interface Props {
  readonly cubeNo: string;
  readonly holder: Holder;
  readonly onClose: () => void;
}

function Symptoms({ data, holder }: { readonly data: CubeDiagnosis; readonly holder: Holder }) {
  const t = useTranslations('gateways.diagnosis');
  const symptoms = useTranslations('symptoms');
  const title = titleFor(symptoms, holder, useLocale() === 'en');
  const mayLook = mayOpen(holder, routeOf('symptomDetail'));
  if (data.symptoms.length === 0) return <p className={styles.none}>{t('noSymptoms')}</p>;
  return (
    <ul className={styles.list}>
      {data.symptoms.map((row) => (
        <li key={row.symptomId}>
          <StatusPill status="attention" look="plain">
            {textLink(title(row), mayLook ? hrefOf('symptomDetail', { symptomId: row.symptomId }) : undefined)}
          </StatusPill>
          <span className={styles.when}>{row.createDate}</span>
        </li>
      ))}
    </ul>
  );
}

function Body({ data, holder }: { readonly data: CubeDiagnosis; readonly holder: Holder }) {
  const t = useTranslations('gateways.diagnosis');
  const { lastDataAt, state, fwVersion, reconnects24h, clockDriftSec } = data;
  const isOff = clockDriftSec !== null && Math.abs(clockDriftSec) > DRIFT_SEC;
  return (
    <div className={styles.parts}>
      <PropertyList
        items={[
          { key: 'lastDataAt', label: t('lastDataAt'), value: lastDataAt && <DataAge at={lastDataAt} /> },
          {
            key: 'state',
            label: t('state'),
            value: <StatusPill status={state}>{t(`link.${state}`)}</StatusPill>,
          },
          { key: 'fwVersion', label: t('fwVersion'), value: fwVersion },
          { key: 'reconnects', label: t('reconnects24h'), value: String(reconnects24h) },
          {
            key: 'drift',
            label: t('clockDrift'),
            value:
              clockDriftSec !== null &&
              (isOff ? (
                <StatusPill status="attention" look="plain">
                  {t('seconds', { count: clockDriftSec })}
                </StatusPill>
              ) : (
                t('seconds', { count: clockDriftSec })
              )),
          },
        ]}
      />
      <HourBars counts={data.messagesPerHour} from={data.hoursFrom} />
      <section>
        <SectionTitle level={3}>{t('symptoms')}</SectionTitle>
        <Symptoms data={data} holder={holder} />
      </section>
      <section>
        <SectionTitle level={3}>{t('lastMessages', { count: data.lastMessages.length })}</SectionTitle>
        {data.lastMessages.length === 0 && (
          <p className={styles.none}>{t(data.isWithheld ? 'withheld' : 'noMessages')}</p>
        )}
        {data.lastMessages.map(({ at, topic, payload }, index) => (
          <details key={index} className={styles.message}>
            <summary>
              <b>{topic}</b>
              <span className={styles.when}>{at}</span>
            </summary>
            <pre>{prettyPayload(payload)}</pre>
          </details>
        ))}
      </section>
      <section>
        <SectionTitle level={3}>{t('rejects', { count: data.rejects.length })}</SectionTitle>
        {data.rejects.length === 0 && <p className={styles.none}>{t('noRejects')}</p>}
        <ul className={styles.list}>
          {data.rejects.map(({ at, topic, code, message }, index) => (
            <li key={index}>
              <span className={styles.what}>
                <b>
                  {topic} · {code}
                </b>
                {message}
              </span>
              <span className={styles.when}>{at}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Why a box does not send (silent-screens A1). Read again every 30 s. */
export function DiagnosisDialog({ cubeNo, holder, onClose }: Props) {
  const t = useTranslations('gateways');
  const failureText = useFailureText();
  const { data, error, mutate, isValidating } = useSms(diagnoseCube, { cubeNo }, { refreshInterval: ASK_MS });
  return (
    <DetailDialog title={t('diagnosis.of', { no: cubeNo })} width="md" onClose={onClose}>
      {data ? (
        <Body data={data} holder={holder} />
      ) : error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}
