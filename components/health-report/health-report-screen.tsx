import Link from 'next/link';
import type { ReactNode } from 'react';
import { DetailPage } from '@/components/kit/detail/detail-page';
import { Mark } from '@/components/kit/ui/mark';
import type { ReportDocument, ReportFigure } from '@/lib/features/health-report/document-shape';
import { HealthReportActions } from './report-actions';
import type { ReportQuestion } from './report-calls';
import { ReportCharts, ReportIntensity } from './report-charts';
import { ReportTables } from '@/components/kit/report/report-tables';
import styles from '@/components/kit/report/report.module.css';

interface Props {
  readonly document: ReportDocument;
  readonly asked: ReportQuestion;
}

/** The report as a page: the same document as its paper (doc3 §2.10). */
export function HealthReportScreen({ document, asked }: Props) {
  const { title, subject, window, brand, labels, madeAt, sections, facts, summary, figures, suggestions, notes } =
    document;
  return (
    <DetailPage
      title={title}
      subtitle={`${subject} · ${window}`}
      actions={<HealthReportActions asked={asked} subject={`${title} · ${subject} · ${window}`} />}
    >
      <article className={styles.report}>
        <header className={styles.cover}>
          <p className={styles.brand}>
            <Mark size={26} />
            {brand}
          </p>
          <p className={styles.subject}>{subject}</p>
          <p className={styles.days}>{window}</p>
          <p className={styles.made}>
            {labels.madeAt} {madeAt}
          </p>
          <div className={styles.summary}>
            {summary.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </header>
        <Section title={sections.basic}>
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={sections.indicators}>
          <dl className={styles.figures}>
            {figures.map((figure) => (
              <KeyFigure key={figure.label} figure={figure} />
            ))}
          </dl>
          <ReportCharts
            trend={document.trend}
            reasons={document.reasons}
            top={document.top}
            entrapments={document.entrapments}
          />
        </Section>
        <Section title={sections.intensity}>
          {document.intensity.length > 0 ? <ReportIntensity intensity={document.intensity} /> : <p>{labels.noData}</p>}
        </Section>
        <Section title={sections.diagnosis}>
          <ul className={styles.advice}>
            {suggestions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
        <Section title={sections.details}>
          <ReportTables tables={document.tables} />
        </Section>
        <Section title={sections.notes}>
          <ol className={styles.notes}>
            {notes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </Section>
      </article>
    </DetailPage>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.head}>{title}</h2>
      {children}
    </section>
  );
}

function KeyFigure({
  figure: { label, value, unit, target, isMet, definition, href },
}: {
  readonly figure: ReportFigure;
}) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <b>{href ? <Link href={href}>{value}</Link> : value}</b>
        {unit && <span className={styles.unit}>{unit}</span>}
      </dd>
      {target && (
        <dd className={styles.target} data-met={isMet}>
          {target}
        </dd>
      )}
      <dd className={styles.definition}>{definition}</dd>
    </div>
  );
}
