'use client';

import useMediaQuery from '@mui/material/useMediaQuery';
import { CARDS } from './columns';
import { RowAction, RowActions } from './row-actions';
import { RowMenu } from './row-menu';

export interface TaskAction {
  readonly key: string;
  readonly text: string;
  /** Names the row too, for those who cannot see it. */
  readonly label: string;
  readonly href?: string;
  readonly isDisabled?: boolean;
  /** Stands behind the three dots. */
  readonly isFurther?: boolean;
  /** Destroys something: at the end of what is behind the three dots. */
  readonly isDangerous?: boolean;
  readonly onClick?: () => void;
}

/** What may be done with a row: in a line with the rest behind three dots; on a phone only the first one stands before them. */
export function TaskActions({ name, tasks }: { readonly name: string; readonly tasks: readonly TaskAction[] }) {
  const isPhone = useMediaQuery(CARDS);
  const near = tasks.filter(({ isFurther, isDangerous }) => !isFurther && !isDangerous);
  const shown = isPhone ? near.slice(0, 1) : near;
  return (
    <RowActions>
      {shown.map(({ key, text, label, href, isDisabled, onClick }) => (
        <RowAction key={key} label={label} href={href} isDisabled={isDisabled} onClick={onClick}>
          {text}
        </RowAction>
      ))}
      <RowMenu
        name={name}
        actions={tasks
          .filter((task) => !shown.includes(task))
          .map(({ key, text, href, isDisabled, isDangerous, onClick }) => ({
            key,
            label: text,
            href,
            isDisabled,
            isDangerous,
            onClick: href ? undefined : onClick,
          }))}
      />
    </RowActions>
  );
}
