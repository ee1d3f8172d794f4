import type { ComponentProps } from 'react';
import styles from './tool-button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
  /** Shown beside it under the pointer and the keyboard's focus (`hint-host.tsx`). */
  readonly hint?: string;
  readonly hintAt?: 'bottom' | 'right';
}

/** A round-cornered button of one icon in the frame of every page: looks like MUI's, costs no style of its own per answer. */
export function ToolButton({ label, hint, hintAt, className, ...rest }: Props) {
  return (
    <button
      type="button"
      className={className ? `${styles.tool} ${className}` : styles.tool}
      aria-label={label}
      data-hint={hint}
      data-hint-at={hintAt}
      {...rest}
    />
  );
}
