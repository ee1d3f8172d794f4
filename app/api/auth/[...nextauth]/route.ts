interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Loaded with its first call: Next loads every route at its start, and few visitors ask this one. */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const { handleNextAuth } = await import('@/lib/platform/auth/sign-in/next-auth');
  return handleNextAuth(request, (await params).nextauth);
}

export { handle as GET, handle as POST };
