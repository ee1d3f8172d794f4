import type { ComponentProps } from 'react';
import styles from './main-button.module.css';

/** The one filled button of a page that holds little else: looks like MUI's, without 5 KB of its style in every answer. */
export function MainButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.button} {...props} />;
}
