import { screen } from '@testing-library/react';
import { BiweeklyListScreen } from '@/components/unit-reports/biweekly-list-screen';
import { biweeklyReports } from '@/components/unit-reports/report-lists';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const ROW = {
  id: '10512345 2026-10-12',
  equipmentNo: '10512345',
  equipmentName: '1号楼客梯',
  projectName: '万象城',
  createDate: '2026-10-12',
};

it('[NAV-046] a preview opens the report in a tab of its own, which cannot reach the list', async () => {
  renderList(
    <BiweeklyListScreen first={firstOf(biweeklyReports, [ROW])} holder={holder(0, 'CBM_MODEL_A_VIEW_READ')} />,
  );
  await answered();
  const preview = screen.getByRole('link', { name: '预览：1号楼客梯 2026-10-12' });
  expect(preview).toHaveAttribute('target', '_blank');
  expect(preview).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(preview).toHaveAttribute('href', '/detail/HealthBiweeklyReport?equipNo=10512345&createDateRange=2026-10-12');
  expect(actionsOf(/1号楼客梯/)).toEqual(['下载', '发送邮件']);
});
