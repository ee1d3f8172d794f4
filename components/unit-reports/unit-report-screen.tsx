import Link from 'next/link';
import type { ReactNode } from 'react';
import { DetailPage } from '@/components/kit/detail/detail-page';
import { ReportTables } from '@/components/kit/report/report-tables';
import { Mark } from '@/components/kit/ui/mark';
import styles from '@/components/kit/report/report.module.css';
import type { UnitReportDocument, UnitReportPart } from '@/lib/features/unit-reports/document-shape';
import { UnitReportLine, UnitReportPair } from './unit-report-charts';

interface Props {
  readonly document: UnitReportDocument;
  readonly actions: ReactNode;
}

/** A report on a unit as a page: the same document as its paper (doc3 §2.12, §2.13). */
export function UnitReportScreen({ document, actions }: Props) {
  const { title, subject, window, brand, lines, summary, sections } = document;
  return (
    <DetailPage title={title} subtitle={`${subject} · ${window}`} actions={actions}>
      <article className={styles.report}>
        <header className={styles.cover}>
          <p className={styles.brand}>
            <Mark size={26} />
            {brand}
          </p>
          <p className={styles.subject}>{subject}</p>
          {lines.map(({ label, value }) => (
            <p key={label} className={styles.made}>
              {label} {value}
            </p>
          ))}
          <div className={styles.summary}>
            {summary.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </header>
        {sections.map(({ title: head, parts }) => (
          <section key={head} className={styles.section} aria-label={head}>
            <h2 className={styles.head}>{head}</h2>
            {parts.map((part, index) => (
              <div key={index} className={styles.part}>
                <Part part={part} />
              </div>
            ))}
          </section>
        ))}
      </article>
    </DetailPage>
  );
}

function Part({ part }: { readonly part: UnitReportPart }) {
  switch (part.kind) {
    case 'facts':
      return (
        <dl className={styles.facts}>
          {part.rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      );
    case 'timeLine':
      return (
        <ol className={styles.timeLine} aria-label={part.title}>
          {part.rows.map(({ label, value }) => (
            <li key={label}>
              <b>{value}</b>
              <span>{label}</span>
            </li>
          ))}
        </ol>
      );
    case 'figures':
      return (
        <dl className={styles.figures}>
          {part.figures.map(({ label, value, unit, definition, href }) => (
            <div key={label} className={styles.figure}>
              <dt>{label}</dt>
              <dd>
                <b>{href ? <Link href={href}>{value}</Link> : value}</b>
                {unit && <span className={styles.unit}>{unit}</span>}
              </dd>
              <dd className={styles.definition}>{definition}</dd>
            </div>
          ))}
        </dl>
      );
    case 'line':
      return <UnitReportLine model={part.model} />;
    case 'pair':
      return <UnitReportPair pie={part.pie} bars={part.bars} />;
    case 'table':
      return <ReportTables tables={[part.table]} />;
    case 'sentences':
      return (
        <ul className={styles.advice}>
          {part.sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      );
    case 'notes':
      return (
        <ol className={styles.notes}>
          {part.notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      );
  }
}
