const END_CHARACTERS = 5;

/** A text as what may be cut and the end that stays; of a short one less stays, so that its beginning is read too. */
export function cutInTwo(text: string): readonly [start: string, end: string] {
  const characters = [...text];
  const at = characters.length - Math.min(END_CHARACTERS, Math.floor(characters.length / 3));
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}
