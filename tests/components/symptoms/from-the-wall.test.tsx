import SymptomListPage from '@/app/(portal)/symptomList/page';

/** What an address of the symptom list leads to, on the server. */

jest.mock('@/components/kit/layout/texts', () => ({ withTexts: (_names: string[], page: unknown) => page }));
jest.mock('@/components/kit/list/resource-page', () => ({ listPage: () => () => null, titleOf: () => () => ({}) }));
jest.mock('next/navigation', () => ({
  redirect: (href: string) => {
    throw new Error(href);
  },
}));

const opened = async (searchParams: Record<string, string>): Promise<string> => {
  const page = SymptomListPage as (props: { searchParams: Promise<Record<string, string>> }) => Promise<unknown>;
  try {
    await page({ searchParams: Promise.resolve(searchParams) });
    return 'the list as it is';
  } catch (error) {
    return decodeURIComponent(error instanceof Error ? error.message : '');
  }
};

describe('the symptom list', () => {
  it('[SYMP-002] opened from the wall asks for B and D that are INIT or OPEN, beside what the address says', async () => {
    expect(await opened({ fromCampus: '1', key: 'E-1' })).toBe(
      '/symptomList?key=E-1&categoryList=B,D&symptomStateList=INIT,OPEN',
    );
    expect(await opened({ fromCampus: 'true' })).toBe('/symptomList?categoryList=B,D&symptomStateList=INIT,OPEN');
  });

  it.each([
    ['nobody came from the wall', { key: 'E-1' }],
    ['the address denies it', { fromCampus: '0' }],
    ['somebody has chosen already', { fromCampus: '1', categoryList: 'A' }],
  ])('stays as it is where %s', async (_case, searchParams) => {
    expect(await opened(searchParams as Record<string, string>)).toBe('the list as it is');
  });
});
