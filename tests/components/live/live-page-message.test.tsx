import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { LivePageMessage } from '@/components/live/live-page-message';
import enCommon from '@/messages/en/common.json';
import enLive from '@/messages/en/live.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zhLive from '@/messages/zh-CN/live.json';

const MESSAGES = { 'zh-CN': { live: zhLive, common: zhCommon }, en: { live: enLive, common: enCommon } };

function show(props: Parameters<typeof LivePageMessage>[0], language: 'zh-CN' | 'en' = 'zh-CN') {
  render(
    <NextIntlClientProvider locale={language} messages={MESSAGES[language]}>
      <LivePageMessage {...props} />
    </NextIntlClientProvider>,
  );
}

it('says that there is no permission for the equipment, with the words of the documents', () => {
  show({ kind: 'forbidden', equipmentNo: '10512345' }, 'en');
  expect(screen.getByText('you have no permission to view this equipment')).toBeVisible();
});

it('names the number that was not found', () => {
  show({ kind: 'notFound', equipmentNo: '999' });
  expect(screen.getByText('没有找到设备 999')).toBeVisible();
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
});

it('[DETAIL-003] leads to the right live page of another kind of equipment once that page exists', () => {
  const equipment = { equipmentName: '东区扶梯', displayType: 'ES' } as const;
  show({ kind: 'otherType', equipmentNo: '7', equipment, isBuilt: () => false });
  expect(screen.getByText('东区扶梯 不是直梯')).toBeVisible();
  expect(screen.queryByRole('link', { name: '打开该设备的监控页面' })).toBeNull();
  show({ kind: 'otherType', equipmentNo: '7', equipment, isBuilt: (key) => key === 'escalator' });
  expect(screen.getByRole('link', { name: '打开该设备的监控页面' })).toHaveAttribute(
    'href',
    '/monitor/escalator?equipmentNo=7',
  );
});

it('offers to try again when the call failed', () => {
  show({ kind: 'failed' });
  expect(screen.getByRole('button', { name: '重试' })).toBeVisible();
});
