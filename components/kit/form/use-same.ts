import { useState } from 'react';

/**
 * Returns the same object while its content is equal: MUI's Autocomplete clears the typed text when its value is
 * another object.
 */
export function useSame<T>(value: T): T {
  const [held, setHeld] = useState(value);
  if (held === value || JSON.stringify(held) === JSON.stringify(value)) return held;
  setHeld(value);
  return value;
}
