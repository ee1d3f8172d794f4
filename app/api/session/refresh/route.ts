import { refreshAccess } from '@/lib/platform/auth/pages/refresh-access';

export function GET(request: Request): Promise<Response> {
  return refreshAccess(request);
}
