/** The live code is a number, the listed one may carry leading zeros. */
export function isSameCode(listed: string, live: string): boolean {
  return listed === live || (listed !== '' && Number(listed) === Number(live));
}
