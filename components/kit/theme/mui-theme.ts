import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type {} from '@mui/x-data-grid/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { DEFAULT_THEME, THEME_ATTRIBUTE, type ThemeName } from './theme-names';
import { token, TOKENS } from './tokens';

declare module '@mui/material/styles' {
  interface ColorSchemeOverrides {
    dayTheme: true;
    nightTheme: true;
    blueTheme: true;
  }
}

/** The full palette of one theme: a partial third palette crashes the library. */
function paletteOf(name: ThemeName) {
  const colours = TOKENS[name];
  const isLight = name === 'dayTheme';
  const state = (main: string) => ({ main, contrastText: colours.onState });
  return createTheme({
    palette: {
      mode: isLight ? 'light' : 'dark',
      primary: { main: colours.accent, dark: colours.accentHover, contrastText: colours.onAccent },
      secondary: { main: colours.muted, contrastText: colours.bg },
      error: state(colours.fault),
      warning: state(colours.cabinet),
      info: state(colours.service),
      success: state(colours.running),
      background: { default: colours.bg, paper: colours.surface },
      text: { primary: colours.text, secondary: colours.muted, disabled: colours.faint },
      divider: colours.line,
      action: {
        active: colours.muted,
        hover: isLight ? 'rgba(22,32,43,0.05)' : 'rgba(231,238,246,0.06)',
        selected: isLight ? 'rgba(22,102,214,0.09)' : 'rgba(78,161,255,0.14)',
        disabled: colours.faint,
        disabledBackground: colours.line,
        focus: isLight ? 'rgba(22,102,214,0.12)' : 'rgba(78,161,255,0.18)',
      },
    },
  }).palette;
}

/** Touch needs larger targets than a mouse, and phones have narrower margins. */
const COARSE = '@media (pointer: coarse), (max-width: 639px)';
const PHONE = '@media (max-width: 639px)';

/**
 * The one MUI theme with its three colour schemes. Colours are CSS variables, so switching a theme renders nothing.
 * Control-room density: 14 px text, 36 px controls, 8 px grid, radius 8, shadows only on floating elements.
 */
export const muiTheme = createTheme({
  cssVariables: { colorSchemeSelector: THEME_ATTRIBUTE, cssVarPrefix: 'ui' },
  defaultColorScheme: DEFAULT_THEME,
  colorSchemes: {
    nightTheme: { palette: paletteOf('nightTheme') },
    dayTheme: { palette: paletteOf('dayTheme') },
    blueTheme: { palette: paletteOf('blueTheme') },
  },
  shape: { borderRadius: 8 },
  spacing: 8,
  typography: {
    // System fonts by language (globals.css); no font file is loaded.
    fontFamily: 'var(--font)',
    fontSize: 14,
    htmlFontSize: 16,
    h1: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: 0 },
    h2: { fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.35, letterSpacing: 0 },
    h3: { fontSize: '1rem', fontWeight: 650, lineHeight: 1.4, letterSpacing: 0 },
    subtitle1: { fontSize: '0.9375rem' },
    body1: { fontSize: '0.875rem', lineHeight: 1.5, letterSpacing: 0 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5, letterSpacing: 0 },
    caption: { fontSize: '0.75rem', lineHeight: 1.4, letterSpacing: 0 },
    button: { textTransform: 'none', fontWeight: 550, letterSpacing: 0 },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true, disableTouchRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': { outline: `2px solid ${token.accent}`, outlineOffset: 2 } } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
      styleOverrides: {
        root: { minHeight: 36, borderRadius: 8, paddingInline: 16, whiteSpace: 'nowrap', [COARSE]: { minHeight: 40 } },
        sizeSmall: { minHeight: 30, paddingInline: 12, [COARSE]: { minHeight: 38 } },
        outlined: { borderColor: token.line, '&:hover': { borderColor: token.strong } },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 8, color: token.muted, '&:hover': { color: token.text } },
        sizeSmall: { [COARSE]: { minWidth: 38, minHeight: 38 } },
      },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiSelect: { defaultProps: { size: 'small' } },
    MuiAutocomplete: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: token.raised,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: token.strong },
          // What is fixed looks fixed.
          '&:has(> input[readonly])': {
            backgroundColor: 'transparent',
            color: token.muted,
            '& .MuiOutlinedInput-notchedOutline': { borderColor: token.line },
          },
          '&:hover:not(.Mui-disabled):not(.Mui-error):not(.Mui-focused) .MuiOutlinedInput-notchedOutline': {
            borderColor: token.muted,
          },
        },
        input: { '&::placeholder': { color: token.muted, opacity: 0.85 } },
      },
    },
    MuiPickersOutlinedInput: {
      styleOverrides: { root: { backgroundColor: token.raised }, notchedOutline: { borderColor: token.strong } },
    },
    MuiInputLabel: { styleOverrides: { root: { color: token.muted } } },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 2, fontSize: '0.75rem' } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          backgroundColor: token.surface,
          border: `1px solid ${token.line}`,
          borderRadius: 10,
          boxShadow: 'var(--float-shadow)',
          [PHONE]: {
            width: 'calc(100% - 24px)',
            maxWidth: 'calc(100% - 24px) !important',
            maxHeight: 'calc(100% - 24px)',
            margin: 12,
          },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: {
        root: {
          fontSize: '1rem',
          fontWeight: 650,
          padding: '18px 24px 10px',
          overflowWrap: 'anywhere',
          [PHONE]: { padding: '16px 16px 8px' },
        },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { [PHONE]: { paddingInline: 16 } } } },
    MuiDialogActions: {
      styleOverrides: { root: { padding: '12px 24px 20px', gap: 8, [PHONE]: { padding: '12px 16px 16px' } } },
    },
    MuiMenu: {
      styleOverrides: {
        paper: {
          backgroundColor: token.raised,
          border: `1px solid ${token.line}`,
          boxShadow: 'var(--float-shadow)',
          marginTop: 6,
        },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 38, fontSize: '0.875rem', gap: 10 } } },
    MuiTooltip: {
      defaultProps: { arrow: false, enterDelay: 350 },
      styleOverrides: {
        tooltip: {
          backgroundColor: token.raised,
          color: token.text,
          border: `1px solid ${token.line}`,
          fontSize: '0.8125rem',
          fontWeight: 400,
          padding: '6px 10px',
          maxWidth: 420,
          boxShadow: 'var(--float-shadow)',
        },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundColor: token.surface } } },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(3,8,16,.62)' } } },
    },
  },
});

// Asked anew whenever a page is drawn, and the same each time.
const variables = muiTheme.generateThemeVars();
muiTheme.generateThemeVars = () => variables;
