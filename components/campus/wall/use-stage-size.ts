'use client';

import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { WallSpace } from '@/lib/features/campus/wall-fit';

export interface StageSize extends WallSpace {
  /** From this size the page fits the window instead of scrolling (`tile-grid.module.css` has the same limit). */
  readonly isBig: boolean;
}

const BIG = '(min-width: 1600px) and (min-height: 840px)';

/** The inner size of an element in its own px, independent of its zoom; undefined until it is measured. */
export function useStageSize(ref: RefObject<HTMLElement | null>): StageSize | undefined {
  const [size, setSize] = useState<StageSize>();
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = element;
      const isBig = window.matchMedia(BIG).matches;
      setSize((last) =>
        last && last.width === width && last.height === height && last.isBig === isBig
          ? last
          : { width, height, isBig },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
