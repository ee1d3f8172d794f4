/** How many Latin letters wide a text is, about; Chinese ones are two. */
export const lettersOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0);
