const two = (count: number) => String(count).padStart(2, '0');

/** How long something lasts as a clock shows it: `m:ss`, from an hour on `h:mm:ss`. @param seconds what is negative is 0 */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
