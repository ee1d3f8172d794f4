import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HealthReportActions } from '@/components/health-report/report-actions';
import { toast } from '@/components/kit/ui/toast';
import { downloadSms, SmsError } from '@/lib/platform/client/client';
import { renderApp } from '../support/render';

jest.mock('@/lib/platform/client/client', () => ({
  ...jest.requireActual<object>('@/lib/platform/client/client'),
  downloadSms: jest.fn(),
}));
const download = jest.mocked(downloadSms);

const ASKED = { projectId: 'P-1,P-2', startDate: '2025-11-01', endDate: '2026-10-31' };
const button = () => screen.getByRole('button', { name: /下载 PDF|正在生成/ });

describe('the actions of a report', () => {
  afterEach(() => jest.restoreAllMocks());

  it('[HEALTH-002] download what the page shows, once however often they are pressed', async () => {
    let arrive: () => void = () => undefined;
    download.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    renderApp(<HealthReportActions asked={ASKED} subject="报告" />);
    await userEvent.click(button());
    expect(button()).toBeDisabled();
    expect(button()).toHaveTextContent('正在生成…');
    arrive();
    await waitFor(() => expect(button()).toBeEnabled());
    expect(download).toHaveBeenCalledTimes(1);
    expect(download.mock.lastCall?.[1]).toEqual({
      projectId: 'P-1,P-2',
      startDate: '2025/11/01',
      endDate: '2026/10/31',
      intervalDays: 30,
    });
  });

  it('[HEALTH-025] say why a download failed, and can be pressed again', async () => {
    const said = jest.spyOn(toast, 'error').mockReturnValue('');
    download.mockRejectedValueOnce(
      new SmsError(511, '所选项目设备数量过多，请减少项目后重试', 'too_many_equipment', null),
    );
    renderApp(<HealthReportActions asked={ASKED} subject="报告" />);
    await userEvent.click(button());
    await waitFor(() => expect(said).toHaveBeenCalledWith('所选项目设备数量过多，请减少项目后重试'));
    expect(button()).toBeEnabled();
  });
});
