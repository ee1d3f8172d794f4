import CallbackListPage from '@/app/(portal)/callbacklist/page';

/** What an address of the call-outs leads to, on the server. */

jest.mock('@/components/kit/layout/texts', () => ({ withTexts: (_names: string[], page: unknown) => page }));
jest.mock('@/components/kit/list/resource-page', () => ({ listPage: () => () => null, titleOf: () => () => ({}) }));
jest.mock('next/navigation', () => ({
  redirect: (href: string) => {
    throw new Error(href);
  },
}));

const opened = async (searchParams: Record<string, string>): Promise<string> => {
  const page = CallbackListPage as (props: { searchParams: Promise<Record<string, string>> }) => Promise<unknown>;
  try {
    await page({ searchParams: Promise.resolve(searchParams) });
    return 'the list as it is';
  } catch (error) {
    return decodeURIComponent(error instanceof Error ? error.message : '');
  }
};

it('[CALL-003] opened from the wall, the list asks for the first five states and keeps the filters of the address', async () => {
  expect(await opened({ fromCampus: '1', key: 'E-1' })).toBe(
    '/callbacklist?key=E-1&jobStatus=INIT,REQU,PAGE,DISP,SITE',
  );
});

it('keeps its filters when it was not opened from the wall, or when the user has already chosen', async () => {
  for (const asked of [{ key: 'E-1' }, { fromCampus: '0' }, { fromCampus: '1', jobStatus: 'CLSO' }])
    expect(await opened(asked as unknown as Record<string, string>)).toBe('the list as it is');
});
