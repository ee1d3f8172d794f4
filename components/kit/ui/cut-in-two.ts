const END_CHARACTERS = 6;

/** A text as what may be cut and the end that stays. */
export function cutInTwo(text: string): readonly [start: string, end: string] {
  const characters = [...text];
  const kept = Math.min(END_CHARACTERS, Math.floor(characters.length / 2));
  const at = characters.length - kept;
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}
