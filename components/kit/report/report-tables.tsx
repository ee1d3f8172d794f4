import type { ReportTable } from '@/lib/platform/pdf/report-table';
import styles from './report.module.css';

/** More columns than this need more room than a page is wide. */
const WIDE = 10;
const sumOf = (columns: ReportTable['columns']) => columns.reduce((sum, { share }) => sum + share, 0);

/** The tables of the report; wide ones scroll within their own frame. */
export function ReportTables({ tables }: { readonly tables: readonly ReportTable[] }) {
  return tables.map(({ title, empty, columns, rows, total }) => (
    <div key={title} className={styles.tablePart}>
      <h3 className={styles.tableTitle}>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <div className={styles.tableBox} role="group" aria-label={title} tabIndex={0}>
          <table className={styles.table} data-wide={columns.length > WIDE}>
            <caption className="visually-hidden">{title}</caption>
            <colgroup>
              {columns.map(({ head, share }) => (
                <col key={head} style={{ width: `${(share / sumOf(columns)) * 100}%` }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {columns.map(({ head, isNumber }) => (
                  <th key={head} scope="col" data-number={isNumber}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, at) => (
                    <td key={at} data-number={columns[at]?.isNumber}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  {total.map((cell, at) => (
                    <td key={at} data-number={columns[at]?.isNumber}>
                      {cell}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </div>
  ));
}
