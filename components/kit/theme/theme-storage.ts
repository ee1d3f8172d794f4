import type { StorageManager } from '@mui/system/cssVars';
import { writeCookie } from '@/lib/platform/i18n/browser-cookie';
import { DEFAULT_THEME, parseTheme, THEME_COOKIE, type ThemeName } from './theme-names';

/** Local-storage key that the library derives for our single mode; `InitColorSchemeScript` reads the same key. */
export const THEME_STORAGE_KEY = `${THEME_COOKIE}-dark`;

/**
 * The chosen theme is stored in local storage (read before the first paint, and it notifies other tabs) and in a cookie
 * (read by the server). The library also has a mode; ours is constant, so that the three themes are equal.
 */
export function themeStorage(initialTheme: ThemeName): StorageManager {
  return ({ key, storageWindow }) => {
    const isTheme = key === THEME_STORAGE_KEY;
    return {
      get: () => {
        if (!isTheme) return key.endsWith('-light') ? DEFAULT_THEME : 'dark';
        try {
          return parseTheme(storageWindow?.localStorage.getItem(key) ?? initialTheme);
        } catch {
          return initialTheme;
        }
      },
      set: (value) => {
        if (!isTheme) return;
        writeCookie(THEME_COOKIE, value);
        try {
          storageWindow?.localStorage.setItem(key, value);
        } catch {
          // Without storage the cookie alone keeps the choice.
        }
      },
      subscribe: (handler) => {
        if (!isTheme || !storageWindow) return () => undefined;
        const listener = (event: StorageEvent) => {
          if (event.key === key) handler(parseTheme(event.newValue));
        };
        storageWindow.addEventListener('storage', listener);
        return () => storageWindow.removeEventListener('storage', listener);
      },
    };
  };
}
