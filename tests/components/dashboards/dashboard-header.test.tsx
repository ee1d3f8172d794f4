import { screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { DashboardHeader } from '@/components/dashboards/dashboard-header';
import { useDashboard } from '@/components/dashboards/use-dashboard';
import { holder } from '@/tests/support/holder';
import { answerCalls, answered, renderApp } from '../support/render';

jest.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
jest.mock('@/lib/features/incidents/shared/use-incidents', () => ({ useIncidentBell: () => undefined }));

const OFFICE = holder(0);

function Header({ mayChooseLanguage }: { readonly mayChooseLanguage: boolean }) {
  const dashboard = useDashboard('ops', OFFICE);
  return (
    <DashboardHeader
      title="运行看板"
      dashboard={dashboard}
      mayChooseLanguage={mayChooseLanguage}
      sessionEnd={Number.MAX_SAFE_INTEGER}
    />
  );
}

afterEach(() => jest.restoreAllMocks());

it.each([
  [true, 1],
  [false, 0],
])('the languages are offered where one may be chosen: %s', async (mayChooseLanguage, count) => {
  answerCalls(() => ({ code: 503, error: 'unavailable' }));
  renderApp(
    <NuqsTestingAdapter>
      <Header mayChooseLanguage={mayChooseLanguage} />
    </NuqsTestingAdapter>,
  );
  await answered();
  expect(screen.queryAllByRole('button', { name: '语言' })).toHaveLength(count);
});
