import { useState } from 'react';

/** The same object as long as it holds the same. MUI's Autocomplete empties what is being typed when its value becomes another one. */
export function useSame<T>(value: T): T {
  const [held, setHeld] = useState(value);
  if (held === value || JSON.stringify(held) === JSON.stringify(value)) return held;
  setHeld(value);
  return value;
}
