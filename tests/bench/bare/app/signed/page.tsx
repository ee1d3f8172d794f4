import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headers } from 'next/headers';
import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import pg from 'pg';
import { Frame } from './frame';
import { Texts } from './texts';

export const dynamic = 'force-dynamic';

/** What the portal's root layout and its frame send to every page. */
const NAMES = ['common', 'error', 'layout', 'noWall'];
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
let texts: Record<string, Record<string, unknown>> | undefined;

/** The page of somebody who is signed in: who that is, the component library's provider, our texts, a menu and a sentence. */
export default async function SignedPage() {
  texts ??= Object.fromEntries(
    NAMES.map((name) => [
      name,
      JSON.parse(readFileSync(join(process.env.BENCH_TEXTS ?? '', `${name}.json`), 'utf8')) as Record<string, unknown>,
    ]),
  );
  const id = (await headers()).get('x-session');
  const { rows } = await pool.query<{ username: string }>(
    'SELECT u.username, u.nick_name, u.user_type FROM session s JOIN users u USING (username) WHERE s.id = $1',
    [id],
  );
  return (
    <AppRouterCacheProvider>
      <Texts messages={texts}>
        <Frame username={rows[0]?.username ?? ''} />
      </Texts>
    </AppRouterCacheProvider>
  );
}
