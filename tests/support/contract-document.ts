import { readFileSync } from 'node:fs';

/**
 * Reads docs/spec/api.md as what it says of operations: the fields of their inputs and answers, and the value sets and lengths
 * that stand with them. Its notation is §1.1 of the document; what is prose there says nothing here.
 */

export interface Shape {
  readonly fields: Readonly<Record<string, Field>>;
}
export interface Field {
  /** Read when asked for: a shape may hold itself. */
  readonly shape?: () => Shape | undefined;
  /** `e{…}` */
  readonly values?: readonly string[];
  /** `s40` */
  readonly maxLength?: number;
}

/** Parts of a text at separators outside of brackets. */
function split(text: string, separator: RegExp): string[] {
  let depth = 0;
  // What is within brackets is put away, so that it separates nothing.
  const plain = Array.from({ length: text.length }, (_, at) => {
    const character = text.charAt(at);
    if ('{[('.includes(character)) depth += 1;
    if ('}])'.includes(character)) depth -= 1;
    return depth === 0 ? character : '_';
  }).join('');
  const parts: string[] = [];
  let from = 0;
  for (const found of plain.matchAll(separator)) {
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The text within the brackets that begin at `from`. */
function inside(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ('{['.includes(text.charAt(at))) depth += 1;
    if ('}]'.includes(text.charAt(at)) && (depth -= 1) === 0) return text.slice(from + 1, at);
  }
  return text.slice(from + 1);
}

const withoutRemarks = (text: string) => text.replaceAll('`', '').replace(/\((?:[^()]|\([^()]*\))*\)/g, '');

export class ContractDocument {
  private readonly shapes = new Map<string, string>();
  readonly operations = new Map<string, { readonly input: string; readonly data: string }>();

  constructor(path = 'docs/spec/api.md') {
    let columns: string[] = [];
    let isShapes = false;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const named = /^`(\w+)` = `(\{.*\})`/.exec(line);
      if (named?.[1] && named[2]) this.shapes.set(named[1], named[2]);
      if (line.startsWith('#')) isShapes = line.includes('Record shapes');
      if (!line.startsWith('|')) {
        columns = [];
        continue;
      }
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (columns.length === 0) columns = cells;
      const [name = '', call = ''] = cells;
      const at = (title: string) => cells[columns.indexOf(title)] ?? '-';
      if (/^(GET|POST|PUT|DELETE) /.test(call))
        this.operations.set(name, { input: at('Input'), data: columns.includes('data') ? at('data') : at('Output') });
      else if (isShapes && /^[A-Z]\w+$/.test(name)) this.shapes.set(name, `{${call}}`);
    }
  }

  /** The fields of an answer; undefined where it is a file, null or prose. */
  answer(name: string): Shape | undefined {
    return this.shapeOf(this.operations.get(name)?.data ?? '');
  }

  /** The fields of an input, paging left out. */
  input(name: string): Shape {
    const { input = '' } = this.operations.get(name) ?? {};
    return this.fieldsOf(withoutRemarks(input.replace(/^multipart: /, '')));
  }

  private shapeOf(written: string): Shape | undefined {
    const text = withoutRemarks(written).trim();
    const same = /^as (\w+)$/.exec(text);
    if (same?.[1] && this.operations.has(same[1])) return this.answer(same[1]);
    const fields: Record<string, Field> = {};
    for (const [part] of text.matchAll(/(?:^|\+ )\s*(?:\{.*?\}(?=$|[,;: ]| \+)|\[.*\]|Page<\w+>|\w+( \w\??)?)/g)) {
      const bare = part.replace(/^\+ /, '').trim();
      if (bare.startsWith('{') || bare.startsWith('['))
        Object.assign(fields, this.bracketed(text.slice(text.indexOf(bare)))?.fields);
      else if (bare.startsWith('Page<'))
        Object.assign(fields, {
          total: {},
          pages: {},
          size: {},
          current: {},
          records: { shape: () => this.named(bare.slice(5, -1)) },
        });
      else if (this.shapes.has(bare)) Object.assign(fields, this.named(bare)?.fields);
      else if (part.startsWith('+')) Object.assign(fields, this.fieldsOf(bare).fields);
    }
    return Object.keys(fields).length > 0 ? { fields } : undefined;
  }

  private bracketed(text: string): Shape | undefined {
    const content = inside(text, 0).trim();
    if (text.startsWith('{')) return this.fieldsOf(content);
    if (content.startsWith('{')) return this.fieldsOf(inside(content, 0));
    return /^[A-Z]/.test(content) ? this.fieldsOf(content) : undefined;
  }

  private named(name: string): Shape | undefined {
    const text = this.shapes.get(name);
    return text === undefined ? undefined : this.fieldsOf(withoutRemarks(text).trim().slice(1, -1));
  }

  private fieldsOf(text: string): Shape {
    const fields: Record<string, Field> = {};
    for (const part of split(text, /[,;]/g)) {
      const base = /^(\w+)(?: \+ (.*))?$/.exec(part);
      if (base?.[1] && this.shapes.has(base[1])) {
        Object.assign(fields, this.named(base[1])?.fields, base[2] === undefined ? {} : this.fieldsOf(base[2]).fields);
        continue;
      }
      for (const alternative of split(part, / or | \+ /g)) {
        const [, name, rest = ''] = /^(?:\w+: )?\+?(\w+)\??(.*)$/.exec(alternative.trim()) ?? [];
        if (name) fields[name] = this.fieldOf(rest.trim());
      }
    }
    return { fields };
  }

  private fieldOf(type: string): Field {
    const values = /^\[?e\{([^}]*)\}/.exec(type)?.[1];
    if (values !== undefined) return { values: values.split(',').map((value) => value.trim().replaceAll("'", '')) };
    const length = /^\[?s(\d+)/.exec(type)?.[1];
    if (length !== undefined) return { maxLength: Number(length) };
    if (/^[{[]/.test(type)) return { shape: () => this.bracketed(type) };
    const name = /^(?:Page<)?([A-Z]\w+)/.exec(type)?.[1];
    if (!name || !this.shapes.has(name)) return {};
    const isPage = type.startsWith('Page<');
    return {
      shape: () =>
        isPage
          ? { fields: { total: {}, pages: {}, size: {}, current: {}, records: { shape: () => this.named(name) } } }
          : this.named(name),
    };
  }
}
