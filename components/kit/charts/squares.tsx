'use client';

import type { ReactNode } from 'react';
import { cutName, isFlatSeries, levelOf, mostOf, type SeriesModel } from '@/lib/platform/charts/model';
import { ChartFrame } from './chart-frame';
import { openingOf, type OnChoice } from './chart-table';
import { EntryLink } from './entry-link';
import styles from './charts.module.css';
import { useChartWords } from './use-chart-words';

interface Props {
  readonly model: SeriesModel;
  readonly note?: ReactNode;
  readonly onSelect?: OnChoice;
}

/** A square for each value, the stronger the more: a row a series, a column a name. Plain elements, drawn by the server whole. */
export function SquaresChart({ model, note, onSelect }: Props) {
  const words = useChartWords(model.unit);
  const most = mostOf(model);
  const { names, series } = model;
  return (
    <ChartFrame model={model} isEmpty={isFlatSeries(model)} note={note} onSelect={onSelect}>
      {/* The table below says the same in order; what can be opened is reached here, too. */}
      <div className={styles.squaresBox} role="group" aria-label={model.title} tabIndex={0}>
        <div
          className={styles.squares}
          style={{ gridTemplateColumns: `minmax(72px, 150px) repeat(${names.length}, minmax(34px, 1fr))` }}
        >
          <span />
          {names.map((name, index) => (
            <span key={`${index} ${name}`} className={styles.squareHead} title={name}>
              {name}
            </span>
          ))}
          {series.map(({ name, values }, at) => [
            <span key={name} className={styles.name} title={name}>
              {cutName(name)}
            </span>,
            ...names.map((head, index) => (
              <span
                key={`${name} ${index} ${head}`}
                className={styles.square}
                data-level={levelOf(values[index] ?? null, most)}
              >
                <EntryLink {...openingOf(model, { series: at, index }, onSelect)}>{words(values[index])}</EntryLink>
              </span>
            )),
          ])}
        </div>
      </div>
    </ChartFrame>
  );
}
