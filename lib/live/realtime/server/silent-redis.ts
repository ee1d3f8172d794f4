/** A server that is silent for so long is told nothing more. */
const PATIENCE_MS = 4000;

type Command = (...args: never[]) => Promise<unknown>;

/**
 * What is written keeps a connection alive for its client, whether or not anything comes back. So nothing more is told to a server
 * that owes an answer for long, or is away: what the others would hear is stale by then, and would pile up.
 * @param names the commands that tell something
 * @param onBack it answers again, on the same connection
 */
export function tellOnlyWhoAnswers<Name extends string>(
  client: { readonly isReady: boolean } & Record<Name, Command>,
  names: readonly Name[],
  onBack: () => void,
): void {
  const open = new Set<{ at: number }>();
  let isSilent = false;
  const told = async (command: () => Promise<unknown>) => {
    const [oldest] = open;
    if (oldest && performance.now() - oldest.at > PATIENCE_MS) isSilent = true;
    if (isSilent || !client.isReady) throw new Error('Redis does not answer.');
    const one = { at: performance.now() };
    open.add(one);
    try {
      return await command();
    } finally {
      open.delete(one);
      if (isSilent && open.size === 0) {
        isSilent = false;
        if (client.isReady) onBack();
      }
    }
  };
  for (const name of names) {
    const command = client[name].bind(client);
    Object.defineProperty(client, name, {
      configurable: true,
      value: (...args: never[]) => told(() => command(...args)),
    });
  }
}
