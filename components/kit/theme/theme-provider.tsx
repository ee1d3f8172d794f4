'use client';

import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import { ThemeProvider as MuiThemeProvider, useColorScheme } from '@mui/material/styles';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { muiTheme } from './mui-theme';
import { DEFAULT_THEME, parseTheme, THEME_COOKIE, THEMES, type ThemeName } from './theme-names';
import { themeStorage } from './theme-storage';

const InitialTheme = createContext<ThemeName>(DEFAULT_THEME);

interface Props {
  /** The theme the server rendered, from the cookie. */
  readonly initialTheme: ThemeName;
  /** CSP nonce of this answer, for styles that are inserted at run time. */
  readonly nonce?: string;
  readonly children: ReactNode;
}

/** Colours, typography and the style cache of the whole application. Its variables are `mui-variables.css`, a file of the build. */
export function ThemeProvider({ initialTheme, nonce, children }: Props) {
  const storage = useMemo(() => themeStorage(initialTheme), [initialTheme]);
  return (
    <AppRouterCacheProvider options={{ key: 'ui', nonce }}>
      <InitialTheme value={initialTheme}>
        <MuiThemeProvider
          theme={muiTheme}
          defaultMode="dark"
          modeStorageKey={`${THEME_COOKIE}-mode`}
          colorSchemeStorageKey={THEME_COOKIE}
          storageManager={storage}
          disableTransitionOnChange
          disableStyleSheetGeneration
        >
          {children}
        </MuiThemeProvider>
      </InitialTheme>
    </AppRouterCacheProvider>
  );
}

/** The current theme and its switch; the choice is kept in this browser (readings 25). */
export function useThemeName(): {
  theme: ThemeName;
  themes: readonly ThemeName[];
  setTheme: (name: ThemeName) => void;
} {
  const initial = useContext(InitialTheme);
  const { colorScheme, setColorScheme } = useColorScheme();
  return {
    theme: colorScheme ? parseTheme(colorScheme) : initial,
    themes: THEMES,
    setTheme: (name) => setColorScheme({ dark: name }),
  };
}
