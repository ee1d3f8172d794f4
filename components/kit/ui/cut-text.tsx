'use client';

import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import styles from './cut-text.module.css';

interface Props {
  readonly children: ReactNode;
  /** Full text of the tooltip; the children when they are a string. */
  readonly full?: string;
  /** Cuts after this many characters with an ellipsis; without it the box's width cuts. */
  readonly limit?: number;
  /** How many characters stay before the ellipsis; one less than the limit when absent. */
  readonly kept?: number;
}

/** One line that never grows: what does not fit stands whole in the tooltip, which also opens by keyboard and touch. */
export function CutText({ children, full, limit, kept = (limit ?? 0) - 1 }: Props) {
  const text = full ?? (typeof children === 'string' ? children : undefined);
  const characters = limit !== undefined && text ? [...text] : [];
  if (limit === undefined || characters.length <= limit) return <Fitting text={text}>{children}</Fitting>;
  return <Limited text={text ?? ''}>{`${characters.slice(0, kept).join('')}…`}</Limited>;
}

/** A text that is whole in the page: the one tooltip of the page (`HintHost`) shows it where its box cuts it. */
function Fitting({ children, text }: { readonly children: ReactNode; readonly text: string | undefined }) {
  // A list draws hundreds of these: whether one is cut is asked when somebody comes near, and kept in the element itself.
  const measure = ({ currentTarget: element }: { readonly currentTarget: HTMLElement }) => {
    const isCut = element.scrollWidth > element.clientWidth;
    if (isCut && text) {
      element.dataset.hint = text;
      element.tabIndex = 0;
    } else {
      delete element.dataset.hint;
      element.removeAttribute('tabindex');
    }
  };
  return (
    <span
      className={styles.cut}
      data-hint-soon
      onPointerEnter={measure}
      onMouseEnter={measure}
      onFocus={measure}
      onTouchStart={measure}
    >
      {children}
    </span>
  );
}

/** A text of which the page holds only the beginning. */
function Limited({ children, text }: { readonly children: string; readonly text: string }) {
  return (
    <Tooltip title={text} describeChild enterTouchDelay={100}>
      <span className={styles.cut} tabIndex={0} data-cut="limit">
        {children}
      </span>
    </Tooltip>
  );
}
