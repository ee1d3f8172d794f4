import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/**
 * Renders the templates of a Helm chart that keep to a small part of their language: `define`, `if`/`else`, `range $k, $v :=`,
 * `include`, `toYaml`, `quote`, `nindent` and paths. Anything else is an error, and a value that is not there, too.
 */

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'put'; expression: string }
  | { kind: 'if' | 'range' | 'define'; expression: string; body: Node[]; otherwise: Node[] };
interface Scope {
  root: Record<string, unknown>;
  variables: Record<string, unknown>;
}

const ACTION = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g;

function parseTemplate(text: string): Node[] {
  const top: Node[] = [];
  const open: { node: Extract<Node, { body: Node[] }>; into: Node[] }[] = [];
  const into = () => open.at(-1)?.into ?? top;
  let at = 0;
  let trims = false;
  const addText = (piece: string, trimsEnd: boolean) => {
    const start = trims ? piece.trimStart() : piece;
    into().push({ kind: 'text', text: trimsEnd ? start.trimEnd() : start });
  };
  for (const match of text.matchAll(ACTION)) {
    const [whole, before = '', action = '', after = ''] = match;
    addText(text.slice(at, match.index), before === '-');
    at = match.index + whole.length;
    trims = after === '-';
    const [, word = '', rest = ''] = /^(if|range|define|else|end)\b\s*(.*)$/.exec(action) ?? [];
    const block = open.at(-1);
    if (word === 'end') {
      if (!open.pop()) throw new Error('an end without a beginning');
    } else if (word === 'else') {
      if (block) block.into = block.node.otherwise;
    } else if (word === 'if' || word === 'range' || word === 'define') {
      const node = { kind: word, expression: rest, body: [], otherwise: [] } as Extract<Node, { body: Node[] }>;
      into().push(node);
      open.push({ node, into: node.body });
    } else into().push({ kind: 'put', expression: action });
  }
  addText(text.slice(at), false);
  if (open.length > 0) throw new Error(`${open[0]?.node.kind} without an end`);
  return top;
}

/** The chart's templates with its own values, by file name. */
export function renderChart(
  folder: string,
  values: unknown = parse(readFileSync(join(folder, 'values.yaml'), 'utf8')),
) {
  const names = readdirSync(join(folder, 'templates')).sort();
  const trees = new Map(
    names.map((name) => [name, parseTemplate(readFileSync(join(folder, 'templates', name), 'utf8'))]),
  );
  const defined = new Map(
    [...trees.values()]
      .flat()
      .flatMap((node) => (node.kind === 'define' ? [[node.expression.replaceAll('"', ''), node.body] as const] : [])),
  );

  const term = (word: string, { root, variables }: Scope): unknown => {
    if (/^".*"$/.test(word)) return word.slice(1, -1);
    if (word.startsWith('$')) return variables[word];
    if (!/^\.[\w.]*$/.test(word)) throw new Error(`not understood: ${word}`);
    const found = word
      .split('.')
      .filter(Boolean)
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
    if (found === undefined) throw new Error(`${word} is not there`);
    return found;
  };
  const evaluate = (expression: string, scope: Scope): unknown =>
    expression.split(' | ').reduce<unknown>((input, part, index) => {
      const [name = '', ...words] = part.trim().split(/\s+/);
      const given = index === 0 ? words : [...words];
      const argument = () => (index === 0 ? term(given[0] ?? '', scope) : input);
      if (name === 'include') return render(defined.get(String(term(words[0] ?? '', scope))) ?? missing(part), scope);
      if (name === 'toYaml') return stringify(argument(), { sortMapEntries: true }).trimEnd();
      if (name === 'quote') return JSON.stringify(String(argument()));
      if (name === 'nindent') {
        const space = ' '.repeat(Number(words[0]));
        return `\n${String(input).replace(/^/gm, space)}`;
      }
      if (index > 0 || words.length > 0) throw new Error(`not understood: ${part}`);
      return term(name, scope);
    }, undefined);
  const missing = (part: string): never => {
    throw new Error(`not defined: ${part}`);
  };

  function render(nodes: Node[], scope: Scope): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return node.text;
        if (node.kind === 'define') return '';
        if (node.kind === 'put') return String(evaluate(node.expression, scope));
        if (node.kind === 'if') return render(evaluate(node.expression, scope) ? node.body : node.otherwise, scope);
        const [, key = '', value = '', source = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(node.expression) ?? [];
        return Object.entries(evaluate(source, scope) as Record<string, unknown>)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, one]) =>
            render(node.body, { ...scope, variables: { ...scope.variables, [key]: name, [value]: one } }),
          )
          .join('');
      })
      .join('');
  }
  const root = { Values: values, Release: { Name: 'portal', Namespace: 'lifts' } };
  return new Map(
    [...trees]
      .filter(([name]) => name.endsWith('.yaml'))
      .map(([name, nodes]) => [name, render(nodes, { root, variables: {} })]),
  );
}
