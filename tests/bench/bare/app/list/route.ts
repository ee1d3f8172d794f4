import { rowsOf } from '../statements';

export async function POST(request: Request): Promise<Response> {
  await request.json();
  return Response.json({ code: 200, message: 'success', data: await rowsOf('list') });
}
