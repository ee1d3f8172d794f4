import { config } from '@/lib/config';
import { openApiDocument } from '@/lib/platform/door/openapi';
import { handleSms } from '@/lib/platform/door/web-door';

/** Mounts the door of the contract; everything is decided there. */

export const dynamic = 'force-dynamic';

async function handle(request: Request): Promise<Response> {
  if (request.method === 'GET' && new URL(request.url).pathname === '/sms/openapi.json') {
    return Response.json(openApiDocument(config().publicUrl), { headers: { 'Cache-Control': 'no-store' } });
  }
  return handleSms(request);
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT };
