/** Parts of a message in a line, without what another part says already: a controller's text is often its title once more. */
export const saidOnce = (...parts: readonly string[]): string =>
  parts
    .filter((part, index) => !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)))
    .join(' ');
