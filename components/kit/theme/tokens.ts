import type { ThemeName } from './theme-names';

/**
 * Colours of the three themes. `tokens.css` has the same values as CSS custom properties of the same names (a test
 * compares them): components use `token.fault`, the MUI palette needs the raw value.
 *
 * State colours are used for states only. Each is readable as text (4.5:1) on `bg`, `surface` and `raised`, except
 * `offline`, which is for shapes only: its word is written in `muted`.
 */
const night = {
  bg: '#0a0e13',
  surface: '#111821',
  raised: '#18212c',
  line: '#233041',
  strong: '#5b6c82',
  text: '#e7eef6',
  muted: '#93a3b5',
  faint: '#64758a',
  accent: '#4ea1ff',
  accentHover: '#73b5ff',
  onAccent: '#04121f',
  onState: '#10060a',
  running: '#2fc08f',
  standby: '#7d8da1',
  fault: '#ff5a52',
  trapped: '#ff4fa3',
  offline: '#5f6e82',
  cabinet: '#f0a33b',
  service: '#59c3e6',
  mode: '#d0b03a',
  shaft: '#0d131b',
  car: '#dfe8f2',
  door: '#9fb2c8',
  step: '#3a4a5e',
} as const;

export type TokenName = keyof typeof night;

export const TOKENS: Readonly<Record<ThemeName, Readonly<Record<TokenName, string>>>> = {
  nightTheme: night,
  dayTheme: {
    bg: '#f3f5f8',
    surface: '#ffffff',
    raised: '#f8fafc',
    line: '#dbe2ea',
    strong: '#7f8d9d',
    text: '#16202b',
    muted: '#536274',
    faint: '#76848f',
    accent: '#1666d6',
    accentHover: '#0f55b8',
    onAccent: '#ffffff',
    onState: '#ffffff',
    running: '#07794f',
    standby: '#5b6a7e',
    fault: '#cf271e',
    trapped: '#b8136f',
    offline: '#7d8998',
    cabinet: '#a35003',
    service: '#0a7094',
    mode: '#7f6400',
    shaft: '#e9eef4',
    car: '#33465c',
    door: '#7f93aa',
    step: '#b9c5d3',
  },
  blueTheme: {
    bg: '#05152f',
    surface: '#0a2148',
    raised: '#0f2b5c',
    line: '#1c4180',
    strong: '#5f82b6',
    text: '#eaf3ff',
    muted: '#9dbbe4',
    faint: '#6f91c4',
    accent: '#3cc8ff',
    accentHover: '#70d7ff',
    onAccent: '#031426',
    onState: '#14060c',
    running: '#35d3a0',
    standby: '#8ba6cf',
    fault: '#ff6a5f',
    trapped: '#ff63b1',
    offline: '#5f7fb4',
    cabinet: '#ffb54d',
    service: '#6fd6ff',
    mode: '#e6c84f',
    shaft: '#071a3a',
    car: '#e3efff',
    door: '#a3bfe8',
    step: '#2a518f',
  },
};

/** Name of the custom property of a token: `onAccent` → `--on-accent`. */
export function propertyOf(name: TokenName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Typed access in styles and SVG: `token.fault` is `var(--fault)`. */
export const token = Object.fromEntries(
  Object.keys(night).map((name) => [name, `var(${propertyOf(name as TokenName)})`]),
) as Readonly<Record<TokenName, string>>;
