const COLOURS = 6;

/** The colour of an entry by its place; a mark beside it says the same without colour. */
export const colourOf = (index: number): string => `var(--c${Math.min(index, COLOURS - 1) + 1})`;
