/** Spaces, commas and line breaks, as in texts pasted from tables and chats, also full-width ones (readings 19). */
const SEPARATORS = /[\s,\uff0c\u3001;\uff1b]+/;
const NUMBER = /^[A-Za-z0-9_.-]{1,40}$/;

/** The numbers in a pasted text, each once, and the texts that cannot be numbers. */
export function splitNumbers(text: string): { numbers: string[]; bad: string[] } {
  const parts = [...new Set(text.split(SEPARATORS).filter(Boolean))];
  return { numbers: parts.filter((part) => NUMBER.test(part)), bad: parts.filter((part) => !NUMBER.test(part)) };
}
