'use client';

import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { may, type Guarded } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { ListTexts, ColumnLook } from './column-kinds';
import { ACTIONS, type Column } from './columns';
import { TaskActions } from './task-actions';

/** Something that may be done with a row. Its words are `action.<kind>` of the list's texts. */
export interface RowTask<Row, Kind extends string = string> {
  readonly kind: Kind;
  /** It is there for whoever may call this; for everybody who sees the list where nothing is said. */
  readonly operation?: Guarded;
  /** The rows that it is there for. */
  readonly isOffered?: (row: Row) => boolean;
  readonly isDisabled?: (row: Row) => boolean;
  /** Leads elsewhere, in a new tab, instead of starting something; absent where it gives nothing. */
  readonly href?: (row: Row) => string | undefined;
  /** Stands behind the three dots. */
  readonly isFurther?: boolean;
  /** Destroys something: stands at the end of what is behind the three dots. Those called `delete` do. */
  readonly isDangerous?: boolean;
}

interface TaskColumn<Row, Kind extends string> {
  readonly holder: Holder;
  readonly tasks: readonly RowTask<Row, Kind>[];
  /** Names the row for those who cannot see it. */
  readonly nameOf: (row: Row) => string;
  readonly start: (kind: Kind, row: Row) => void;
}

/** What an action of a row is called for those who cannot see the row. */
const labelOf = (t: ListTexts, kind: string, name: string) =>
  t.has(`action.${kind}Of`) ? t(`action.${kind}Of`, { name }) : t('action.of', { action: t(`action.${kind}`), name });

/** The column of a row's actions, as far as the holder may use any of them: one column or none, to be spread. */
export function taskColumn<Row, Kind extends string>(
  t: ListTexts,
  { holder, tasks, nameOf, start }: TaskColumn<Row, Kind>,
  look?: ColumnLook<Row>,
): readonly Column<Row>[] {
  const own = tasks.filter(({ operation }) => operation === undefined || may(holder, operation));
  if (own.length === 0) return [];
  const cell = (row: Row) => {
    const offered = own.filter(({ isOffered, href }) => (isOffered?.(row) ?? true) && (!href || href(row)));
    const name = nameOf(row);
    return (
      <TaskActions
        name={name}
        tasks={offered.map(({ kind, href, isDisabled, isFurther, isDangerous = kind === 'delete' }) => ({
          key: kind,
          text: t(`action.${kind}`),
          label: labelOf(t, kind, name),
          href: href?.(row),
          isDisabled: isDisabled?.(row),
          isFurther,
          isDangerous,
          onClick: () => start(kind, row),
        }))}
      />
    );
  };
  return [{ field: ACTIONS, label: '', ...look, cell }];
}

export interface StartedTask<Row, Kind extends string> {
  readonly start: (kind: Kind, row: Row) => void;
  readonly close: () => void;
  /** Draws the dialog of a task while it is under way, one at a time. */
  readonly on: (kind: Kind, draw: (row: Row) => ReactNode) => ReactNode;
}

/** Which task of which row is under way. */
export function useRowTask<Row, Kind extends string = string>(): StartedTask<Row, Kind> {
  const [task, setTask] = useState<{ readonly kind: Kind; readonly row: Row }>();
  const start = useCallback((kind: Kind, row: Row) => setTask({ kind, row }), []);
  const close = useCallback(() => setTask(undefined), []);
  return useMemo(
    () => ({ start, close, on: (kind, draw) => (task?.kind === kind ? draw(task.row) : null) }),
    [close, start, task],
  );
}
