'use client';

import { cutInTwo } from './cut-in-two';
import styles from './middle-text.module.css';

/**
 * One line that loses its middle where there is no room, so that the end stays: names of units differ there (`…3#`). Whole in
 * the page, and in the one tooltip of the page (`HintHost`) where its box cuts it. A sentence has two lines, and loses its end.
 */
export function MiddleText({
  children: text,
  isSentence,
}: {
  readonly children: string;
  readonly isSentence?: boolean;
}) {
  const measure = ({ currentTarget: element }: { readonly currentTarget: HTMLElement }) => {
    // A line too many is out of sight; for a name it is the whole text.
    if (element.scrollHeight > element.clientHeight * 1.25) {
      element.dataset.hint = text;
      if (!element.closest('a, button')) element.tabIndex = 0;
    } else {
      delete element.dataset.hint;
      element.removeAttribute('tabindex');
    }
  };
  const [start, end] = cutInTwo(text);
  return (
    <span
      className={styles.middle}
      data-cut="middle"
      data-sentence={isSentence || undefined}
      data-hint-soon
      onPointerEnter={measure}
      onMouseEnter={measure}
      onFocus={measure}
      onTouchStart={measure}
    >
      <span className={styles.parts} data-start={start} data-end={end} aria-hidden="true" />
      <span className={styles.whole}>{text}</span>
    </span>
  );
}
