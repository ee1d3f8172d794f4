'use client';

import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
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
  const [isCut, setIsCut] = useState(false);
  const text = full ?? (typeof children === 'string' ? children : undefined);
  const characters = text ? [...text] : [];
  const isLimited = limit !== undefined && characters.length > limit;
  const measure = (element: HTMLElement) => setIsCut(element.scrollWidth > element.clientWidth);
  return (
    <Tooltip title={(isLimited || isCut) && text ? text : ''} describeChild enterTouchDelay={100}>
      <span
        className={styles.cut}
        tabIndex={isLimited || isCut ? 0 : undefined}
        onMouseEnter={(event) => measure(event.currentTarget)}
        onFocus={(event) => measure(event.currentTarget)}
        onTouchStart={(event) => measure(event.currentTarget)}
      >
        {isLimited ? `${characters.slice(0, kept).join('')}…` : children}
      </span>
    </Tooltip>
  );
}
