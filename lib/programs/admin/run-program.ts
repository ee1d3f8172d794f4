import { databaseFault } from '@/lib/platform/db/first-connection';
import { failStart } from '@/lib/platform/system/lifecycle';

/** What Prisma, `pg` and the network throw; their own words name neither the setting nor the server. */
function isOfConnection(error: unknown): boolean {
  const { name = '', code } = (error ?? {}) as { name?: string; code?: unknown };
  return (
    /^(Prisma|DriverAdapter)/.test(name) ||
    /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN)|CERT_|ERR_(SSL|TLS|OSSL)|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(
      String(code),
    )
  );
}

/** The error itself, or, where the database is the reason, the sentence that the portal would say. */
async function explained(error: unknown): Promise<unknown> {
  if (!isOfConnection(error)) return error;
  const fault = await databaseFault().catch(() => undefined);
  return fault === undefined ? error : new Error(fault, { cause: error });
}

/** Runs what somebody has started by hand with the arguments of the process; it fails with one sentence and 1. */
export function runProgram(main: (args: string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch(async (error: unknown) => failStart(await explained(error)));
}
