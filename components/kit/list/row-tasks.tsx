'use client';

import { useDeferredValue, useState, useSyncExternalStore, type ReactNode } from 'react';
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

interface Task<Row, Kind> {
  readonly kind: Kind;
  readonly row: Row;
}

/** Holds the task that is under way, beside React: the dialogs follow it, the screen with its rows does not. */
function createTaskStore<Row, Kind extends string>() {
  let task: Task<Row, Kind> | undefined;
  const followers = new Set<() => void>();
  const set = (next: Task<Row, Kind> | undefined) => {
    task = next;
    for (const follow of followers) follow();
  };
  return {
    set,
    now: () => task,
    follow: (follower: () => void) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}

interface DialogProps<Row, Kind extends string> {
  readonly tasks: ReturnType<typeof createTaskStore<Row, Kind>>;
  readonly kind: Kind;
  readonly draw: (row: Row) => ReactNode;
}

/** The click is seen at once; the dialog, which may be large, is drawn bit by bit after it. */
function TaskDialog<Row, Kind extends string>({ tasks, kind, draw }: DialogProps<Row, Kind>) {
  const task = useSyncExternalStore(tasks.follow, tasks.now, () => undefined);
  const drawn = useDeferredValue(task);
  return task?.kind === kind && drawn === task ? draw(task.row) : null;
}

/** Which task of which row is under way. Starting one draws its dialog and nothing else of the screen. */
export function useRowTask<Row, Kind extends string = string>(): StartedTask<Row, Kind> {
  const [started] = useState<StartedTask<Row, Kind>>(() => {
    const tasks = createTaskStore<Row, Kind>();
    return {
      start: (kind, row) => tasks.set({ kind, row }),
      close: () => tasks.set(undefined),
      on: (kind, draw) => <TaskDialog key={kind} tasks={tasks} kind={kind} draw={draw} />,
    };
  });
  return started;
}
