import { screen, waitFor, within } from '@testing-library/react';
import { DayWork } from '@/components/home/day-work';
import type { HomeWork } from '@/lib/features/home/contract';
import { holder } from '@/tests/support/holder';
import { answerCalls, renderApp } from '../support/render';

/** The day's work on paper, on home (readings 197). */

const NOTHING: HomeWork = { jobs: null, inspections: null, contracts: null, toSign: null };
const BRANCH = holder(2, 'HOMEPAGE_READ', 'EQUIPMENT_READ', 'MAINTENANCE_READ');
const SIGNER = holder(1, 'HOMEPAGE_READ', 'E_SIGN_READ', 'E_SIGN_WRITE');
const unit = (no: string) => ({ equipmentNo: no, equipmentName: `A座 ${no}号梯` });
const show = (data: HomeWork, who = BRANCH, language: 'zh-CN' | 'en' = 'zh-CN') => {
  answerCalls(() => ({ code: 200, data }));
  return renderApp(<DayWork holder={who} />, language);
};

afterEach(() => jest.restoreAllMocks());

it('a branch reads its jobs, inspections and contracts, each with its count, its list and who does it', async () => {
  show({
    ...NOTHING,
    jobs: {
      total: 7,
      overdue: 1,
      rows: [
        {
          ...unit('1'),
          jobNo: 'M1',
          maintenanceType: 'YAE_ELE_BI',
          jobStatus: 'PLAN',
          planDate: '2026-11-20',
          technicians: null,
        },
        {
          ...unit('2'),
          jobNo: 'M2',
          maintenanceType: 'OWN_1',
          jobStatus: 'LOCK',
          planDate: '2026-11-23',
          technicians: '王工、李工',
        },
      ],
    },
    inspections: {
      total: 0,
      overdue: 3,
      rows: [],
    },
    contracts: { total: 1, rows: [{ ...unit('3'), rowKey: 'V|3', contractNo: 'V1', daysLeft: 0, followUp: null }] },
  });
  const jobs = await screen.findByTestId('work-jobs');
  expect(within(jobs).getByRole('heading')).toHaveTextContent('今日维保 7 其中逾期 1');
  expect(within(jobs).getByRole('link', { name: '维保列表' })).toHaveAttribute('href', '/maintenanceList');
  const [late, begun] = within(jobs).getAllByRole('listitem');
  for (const text of ['A座 1号梯', '半月保', '未派', '应于 2026-11-20']) expect(late).toHaveTextContent(text);
  expect(within(late as HTMLElement).getByRole('link', { name: '半月保' })).toHaveAttribute(
    'href',
    '/detail/maintenance?jobNo=M1',
  );
  for (const text of ['OWN_1', '进行中', '王工、李工', '今日']) expect(begun).toHaveTextContent(text);
  expect(jobs).toHaveTextContent('另有 5 项');
  expect(screen.getByTestId('work-inspections')).toHaveTextContent('今日年检 0 另有逾期 3');
  for (const text of ['合同 V1', '今日到期']) expect(screen.getByTestId('work-contracts')).toHaveTextContent(text);
  expect(screen.queryByTestId('work-toSign')).toBeNull();
});

it('a signer reads what awaits the signature, and gets there by the page that they may open', async () => {
  show(
    {
      ...NOTHING,
      toSign: {
        total: 1,
        rows: [{ ...unit('1'), jobNo: 'M1', mntType: 'YAE_ELE_A', mntDate: '2026-11-22', mntOwners: '王工' }],
      },
    },
    SIGNER,
    'en',
  );
  const part = await screen.findByTestId('work-toSign');
  expect(within(part).getByRole('heading')).toHaveTextContent('Awaiting your signature 1');
  expect(within(part).getByRole('link', { name: 'Annual maintenance: please sign' })).toHaveAttribute(
    'href',
    '/maintenanceReport',
  );
});

it('shows nothing when nothing is due, and says when it is unknown', async () => {
  const { container } = show({ ...NOTHING, jobs: { total: 0, overdue: 0, rows: [] } });
  await waitFor(() => expect(jest.mocked(fetch)).toHaveBeenCalled());
  expect(container).toBeEmptyDOMElement();
  answerCalls(() => ({ code: 500, message: 'x' }));
  renderApp(<DayWork holder={BRANCH} />);
  expect(await screen.findByText('今日的维保、年检和合同加载失败')).toBeInTheDocument();
});
