/** Numbers of a rule as a form holds them. Pure. */

export type NumberTexts = Record<string, string>;

/** The filled-in numbers. Text that is no number goes to the server, which returns an error for its field. */
export const numbersOf = (texts: NumberTexts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [name, Number(text)]),
  );
