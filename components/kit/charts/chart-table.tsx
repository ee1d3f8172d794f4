'use client';

import type { SeriesModel } from '@/lib/platform/charts/model';
import { EntryLink } from './entry-link';
import styles from './charts.module.css';
import { useChartWords } from './use-chart-words';

/** The value of a series at a name. */
export interface ChartChoice {
  /** Places of the series and of the name within it, from 0. */
  readonly series: number;
  readonly index: number;
}

/** By click or Enter on a value; without it a value that has an address leads there. */
export type OnChoice = (choice: ChartChoice) => void;

/** What opens the value of a series at a name; nothing opens no rows. */
export function openingOf({ series }: SeriesModel, at: ChartChoice, onSelect?: OnChoice) {
  const one = series[at.series];
  if (!one?.values[at.index]) return {};
  return onSelect ? { onSelect: () => onSelect(at) } : { href: one.hrefs?.[at.index] };
}

/** All figures of a chart, which is in the HTML of the server and can be unfolded. */
export function ChartTable({ model, onSelect }: { readonly model: SeriesModel; readonly onSelect?: OnChoice }) {
  const words = useChartWords(model.unit);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{model.title}</caption>
      <thead>
        <tr>
          <th scope="col">{model.words.name}</th>
          {model.series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.names.map((name, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row">{name}</th>
            {model.series.map(({ name: head, values }, series) => (
              <td key={head}>
                <EntryLink {...openingOf(model, { series, index }, onSelect)}>{words(values[index])}</EntryLink>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
