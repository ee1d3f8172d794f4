/** The three themes of doc1 §1; they change colours only. Pure data: importable on the server and in the browser. */
export const THEMES = ['dayTheme', 'nightTheme', 'blueTheme'] as const;
export type ThemeName = (typeof THEMES)[number];
export const DEFAULT_THEME: ThemeName = 'nightTheme';
/** Cookie and local-storage name. The cookie lets the server render the right colours at once. */
export const THEME_COOKIE = 'theme';
/** Attribute of `<html>` that selects the colours. */
export const THEME_ATTRIBUTE = 'data-theme';

/** Reads a theme name from a stored value; anything else is the default. */
export function parseTheme(value: string | null | undefined): ThemeName {
  return THEMES.find((name) => name === value) ?? DEFAULT_THEME;
}
