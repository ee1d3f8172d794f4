import { NextResponse } from 'next/server';
import type { NextRequest } from 'next/server';
import pg from 'pg';

/** Lets those in whose session has a row, as any signed-in app does. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const id = request.cookies.get('session')?.value ?? '';
  const { rowCount } = await pool.query(
    'SELECT username FROM session WHERE id = $1 AND revoked_at IS NULL AND expire_at > now()',
    [id],
  );
  if (rowCount === 0) return new NextResponse(null, { status: 401 });
  const headers = new Headers(request.headers);
  headers.set('x-session', id);
  return NextResponse.next({ request: { headers } });
}

export const config = { runtime: 'nodejs', matcher: '/signed' };
