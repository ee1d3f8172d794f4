import { handleNextAuth } from '@/lib/platform/auth/sign-in/next-auth';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: Request, { params }: Context): Promise<Response> {
  return handleNextAuth(request, (await params).nextauth);
}

export { handle as GET, handle as POST };
