import { refreshAccess } from '@/lib/platform/auth/refresh-access';

export function GET(request: Request): Promise<Response> {
  return refreshAccess(request);
}
