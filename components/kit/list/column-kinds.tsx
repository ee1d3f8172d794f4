import type { ReactNode } from 'react';
import type { Property } from '@/components/kit/ui/property-list';
import type { StatusKind } from '@/components/kit/ui/status';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { Column } from './columns';

/** The texts of a list: what `useTranslations` gives for its namespace. Heads of columns are `column.<field>`. */
export interface ListTexts {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** What a column may say otherwise than its kind does. */
export type ColumnLook<Row> = Partial<Omit<Column<Row>, 'field' | 'label' | 'head' | 'cell'>>;

type FieldOf<Row, Value> = {
  [F in keyof Row & string]: Row[F] extends Value | null | undefined ? F : never;
}[keyof Row & string];
type ColumnWords<Row> = ColumnLook<Row> & {
  /** Where the words stand; the field's name where nothing is said. */
  readonly group?: string;
};

/** Columns by what they hold. A missing value is `--`. */
export interface ColumnKinds<Row> {
  readonly text: (field: FieldOf<Row, string | number>, look?: ColumnLook<Row>) => Column<Row>;
  /** `yyyy-MM-dd HH:mm:ss`, as the server wrote it. */
  readonly time: (field: FieldOf<Row, string>, look?: ColumnLook<Row>) => Column<Row>;
  /** `yyyy-MM-dd` */
  readonly day: (field: FieldOf<Row, string>, look?: ColumnLook<Row>) => Column<Row>;
  readonly phone: (field: FieldOf<Row, string>, look?: ColumnLook<Row>) => Column<Row>;
  /** A figure, at the right. */
  readonly count: (field: FieldOf<Row, number>, look?: ColumnLook<Row>) => Column<Row>;
  /** A value out of a set, in words: `<group>.<value>`. */
  readonly option: (field: FieldOf<Row, string | number>, look?: ColumnWords<Row>) => Column<Row>;
  /** `<group>.yes` or `<group>.no` */
  readonly yesNo: (field: FieldOf<Row, boolean>, look?: ColumnWords<Row>) => Column<Row>;
  /** A state with colour and shape, in words: `<group>.<value>`. */
  readonly status: <F extends FieldOf<Row, string | number>>(
    field: F,
    looks: Readonly<Record<NonNullable<Row[F]> & (string | number), StatusKind>>,
    look?: ColumnWords<Row>,
  ) => Column<Row>;
  /** Leads elsewhere, in a new tab; plain text where `href` gives nothing. */
  readonly link: (
    field: FieldOf<Row, string>,
    to: { readonly href: (row: Row) => string | undefined; readonly title?: (row: Row) => string },
    look?: ColumnLook<Row>,
  ) => Column<Row>;
  /** Anything else, under the head of this name. */
  readonly own: (name: string, cell: (row: Row) => ReactNode, look?: ColumnLook<Row>) => Column<Row>;
}

/** @param t the list's texts; the columns are a pure function of them */
export function columnKinds<Row>(t: ListTexts): ColumnKinds<Row> {
  type Kind<Value, L> = (field: FieldOf<Row, Value>, look?: L) => Column<Row>;
  const valueOf = (row: Row, field: keyof Row): string | null => {
    const value = row[field];
    return value === null || value === undefined || value === '' ? null : String(value);
  };
  const own: ColumnKinds<Row>['own'] = (name, cell, look) => ({
    field: name,
    label: t(`column.${name}`),
    ...look,
    cell,
  });
  const plain =
    <Value,>(standing?: ColumnLook<Row>): Kind<Value, ColumnLook<Row>> =>
    (field, look) =>
      own(field, (row) => valueOf(row, field), { ...standing, ...look });
  const word = (row: Row, field: keyof Row & string, group: string = field) => {
    const value = valueOf(row, field);
    return value === null ? null : t(`${group}.${value}`);
  };
  return {
    own,
    text: plain(),
    time: plain(),
    day: plain(),
    phone: plain(),
    count: plain({ align: 'right' }),
    option: (field, { group, ...look } = {}) => own(field, (row) => word(row, field, group), look),
    yesNo: (field, { group = field, ...look } = {}) =>
      own(field, (row) => t(`${group}.${row[field] ? 'yes' : 'no'}`), look),
    status: (field, looks, { group, ...look } = {}) =>
      own(
        field,
        (row) => {
          const text = word(row, field, group);
          return text === null ? null : (
            <StatusPill status={looks[row[field] as keyof typeof looks]} look="plain">
              {text}
            </StatusPill>
          );
        },
        look,
      ),
    link: (field, { href, title }, look) =>
      own(
        field,
        (row) => {
          const value = valueOf(row, field);
          const to = href(row);
          if (value === null || to === undefined) return value;
          return (
            <a href={to} target="_blank" rel="noopener" title={title?.(row)}>
              <MiddleText>{value}</MiddleText>
            </a>
          );
        },
        look,
      ),
  };
}

/** A row of a list as label and value pairs, for its detail: what its columns say, without its actions. */
export function propertiesOf<Row>(columns: readonly Column<Row>[], row: Row): Property[] {
  return columns
    .filter(({ field }) => field !== 'actions')
    .map(({ field, label, cell }) => ({ key: field, label, value: cell(row) }));
}
