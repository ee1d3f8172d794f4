import { readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { muiTheme } from '@/components/kit/theme/mui-theme';
import { DEFAULT_THEME, parseTheme, THEMES } from '@/components/kit/theme/theme-names';
import { themeStorage, THEME_STORAGE_KEY } from '@/components/kit/theme/theme-storage';
import { ThemeProvider } from '@/components/kit/theme/theme-provider';
import { propertyOf, TOKENS, type TokenName } from '@/components/kit/theme/tokens';
import { variablesSheet } from '@/components/kit/theme/variables-sheet';
import { Texts } from '../../support/render';

jest.mock('@mui/material-nextjs/v16-appRouter', () => ({
  AppRouterCacheProvider: ({ children }: { children: React.ReactNode }) => children,
}));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const WORDS: readonly TokenName[] = [
  'text',
  'muted',
  'accent',
  'running',
  'standby',
  'fault',
  'trapped',
  'cabinet',
  'service',
  'mode',
];
const SHAPES: readonly TokenName[] = ['strong', 'faint', 'offline'];
const GROUNDS: readonly TokenName[] = ['bg', 'surface', 'raised'];

describe('[NAV-003] the three themes', () => {
  it('are day, night and blue, night by default', () => {
    expect(THEMES).toEqual(['dayTheme', 'nightTheme', 'blueTheme']);
    expect(DEFAULT_THEME).toBe('nightTheme');
    for (const stored of ['', null, undefined, 'pink']) expect(parseTheme(stored)).toBe('nightTheme');
  });

  it.each(THEMES)('%s carries the same colours in its style sheet and in the code', (theme) => {
    const block =
      readFileSync('components/kit/theme/tokens.css', 'utf8').split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ??
      '';
    const written = Object.fromEntries(
      [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
    );
    expect(written).toEqual(
      Object.fromEntries(Object.entries(TOKENS[theme]).map(([name, value]) => [propertyOf(name as TokenName), value])),
    );
  });

  it.each(THEMES)('%s can be read: words 4.5:1, shapes 3:1, buttons 4.5:1 (WCAG AA)', (theme) => {
    const colours = TOKENS[theme];
    const low: string[] = [];
    for (const ground of GROUNDS) {
      for (const word of WORDS) if (contrast(colours[word], colours[ground]) < 4.5) low.push(`${word} on ${ground}`);
      for (const shape of SHAPES) if (contrast(colours[shape], colours[ground]) < 3) low.push(`${shape} on ${ground}`);
    }
    if (contrast(colours.onAccent, colours.accent) < 4.5) low.push('onAccent');
    for (const state of ['fault', 'trapped'] as const)
      if (contrast(colours.onState, colours[state]) < 4.5) low.push(`onState on ${state}`);
    expect(low).toEqual([]);
  });

  it.each(THEMES)('%s is a full palette of the component library', (theme) => {
    expect(muiTheme.colorSchemes[theme]?.palette).toMatchObject({
      primary: { main: TOKENS[theme].accent },
      background: { default: TOKENS[theme].bg, paper: TOKENS[theme].surface },
    });
  });
});

describe('[NAV-005] the chosen theme', () => {
  beforeEach(() => {
    localStorage.clear();
    document.cookie = 'theme=; Max-Age=0';
  });

  it('is kept in local storage and in a cookie for the server, and set on the page', async () => {
    render(
      <Texts>
        <ThemeProvider initialTheme="nightTheme">
          <ThemeMenu />
        </ThemeProvider>
      </Texts>,
    );
    await userEvent.click(screen.getByRole('button', { name: '主题: 夜间' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: '大屏蓝' }));
    expect(localStorage.getItem(THEME_STORAGE_KEY)).toBe('blueTheme');
    expect(document.cookie).toContain('theme=blueTheme');
    expect(document.documentElement).toHaveAttribute('data-theme', 'blueTheme');
    expect(await screen.findByRole('button', { name: '主题: 大屏蓝' })).toBeInTheDocument();
  });

  it('follows a change in another tab', () => {
    const heard: unknown[] = [];
    const store = themeStorage('nightTheme')({ key: THEME_STORAGE_KEY, storageWindow: window });
    const stop = store.subscribe((value: unknown) => heard.push(value));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: THEME_STORAGE_KEY, newValue: 'dayTheme' })));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'x' })));
    stop();
    expect(heard).toEqual(['dayTheme']);
  });

  it('falls back to the one the server knew, whatever is stored', () => {
    const store = themeStorage('blueTheme')({ key: THEME_STORAGE_KEY, storageWindow: window });
    expect(store.get(undefined)).toBe('blueTheme');
    localStorage.setItem(THEME_STORAGE_KEY, 'broken');
    expect(store.get(undefined)).toBe('nightTheme');
  });
});

describe('the variables of the component library', () => {
  it('stand in a style sheet of the build, of all three themes, exactly as the theme makes them', () => {
    const sheet = readFileSync('components/kit/theme/mui-variables.css', 'utf8');
    expect(sheet).toBe(variablesSheet());
    for (const theme of THEMES) expect(sheet).toContain(`[data-theme="${theme}"]`);
  });

  it('are not written into the page a second time', () => {
    render(
      <Texts>
        <ThemeProvider initialTheme="dayTheme">
          <p>text</p>
        </ThemeProvider>
      </Texts>,
    );
    const written = [...document.querySelectorAll('style')]
      .map(
        ({ sheet, textContent }) =>
          `${textContent}${[...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('')}`,
      )
      .join('');
    expect(written).not.toMatch(/--ui-palette-[\w-]+: ?[^;}]/);
  });
});
