import { refreshAccess } from '@/lib/auth/refresh-access';

export function GET(request: Request): Promise<Response> {
  return refreshAccess(request);
}
