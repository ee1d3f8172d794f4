'use client';

import { useEffect, useState } from 'react';

/** True when the value has been true for so long, ms; false as soon as it is not. */
export function useStillTrue(value: boolean, afterMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setIsLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [value, afterMs]);
  return value && isLate;
}
