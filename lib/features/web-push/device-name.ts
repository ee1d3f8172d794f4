/** Browser and system of a user agent, as people know them: `Chrome · Android`. Pure. */

const BROWSERS = [
  ['Edg', 'Edge'],
  ['MicroMessenger', 'WeChat'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['HarmonyOS', 'HarmonyOS'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (known: readonly (readonly [string, string])[], userAgent: string) =>
  known.find(([mark]) => userAgent.includes(mark))?.[1];

export const deviceNameOf = (userAgent: string): string =>
  [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean).join(' · ') || userAgent.slice(0, 40);
