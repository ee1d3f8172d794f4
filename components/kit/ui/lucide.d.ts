/** One icon a file; the package declares the types of its barrel alone. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const nodes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[];
  export { nodes as default };
}
