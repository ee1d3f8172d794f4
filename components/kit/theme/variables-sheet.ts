import { muiTheme } from './mui-theme';

type CssRules = { readonly [name: string]: string | number | CssRules };

/** `{ ':root': { '--ui-spacing': '8px' } }` as CSS text, one line a rule. */
function textOf(rules: CssRules, indent = ''): string {
  return Object.entries(rules)
    .map(([name, value]) =>
      typeof value === 'object'
        ? `${indent}${name} {\n${textOf(value, `${indent}  `)}${indent}}\n`
        : `${indent}${name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};\n`,
    )
    .join('');
}

/** The style sheet of the theme's variables, which `mui-variables.css` holds (`node scripts/write-theme.mjs`). */
export function variablesSheet(): string {
  const rules = muiTheme.generateStyleSheets() as readonly CssRules[];
  return `/* Written by scripts/write-theme.mjs from mui-theme.ts; a test holds them together. */\n${rules.map((rule) => textOf(rule)).join('')}`;
}
