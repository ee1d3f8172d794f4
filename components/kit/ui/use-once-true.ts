'use client';

import { useState } from 'react';

/** False until the value was true once: a menu that nobody has opened need not be drawn, one that closes still fades. */
export function useOnceTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value);
  if (value && !wasTrue) setWasTrue(true);
  return value || wasTrue;
}
