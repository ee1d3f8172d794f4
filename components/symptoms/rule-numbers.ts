/** Numbers of a rule as a form holds them. Pure. */

export type NumberTexts = Record<string, string>;

/** Those that are filled in; what is no number goes to the server as it is, which refuses it under its field. */
export const numbersOf = (texts: NumberTexts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [name, Number(text)]),
  );
