import { archiveMail } from '@/lib/features/unit-reports/mail-words';
import type { EquipmentReport } from '@/lib/features/unit-reports/report-contract';

/** The text of an e-mail with the reports on many units. */

const report = (equipmentName: string, equipmentStatus: 'healthy' | 'abnormal', callbackSum: number) =>
  ({
    equipmentInformation: { equipmentName, equipmentStatus, callbackSum },
    requestPayload: { startDate: '2026-11-01', endDate: '2026-11-30', reportCreatedDate: '2026-12-05' },
  }) as EquipmentReport;
const mail = (reports: EquipmentReport[], language: 'zh-CN' | 'en' = 'zh-CN', projects = ['海棠广场']) =>
  archiveMail({ kind: 'monthly', projects, reports }, language);

it('tells how many units and call-outs there are, and which units are abnormal', () => {
  const { subject, text } = mail([report('1号梯', 'healthy', 2), report('2号梯', 'abnormal', 5)]);
  expect(subject).toBe('海棠广场 设备月报（2026-11-01 至 2026-11-30）');
  expect(text.split('\n')).toEqual([
    '您好：',
    '附件为海棠广场 2 台设备的设备月报，报告期间 2026-11-01 至 2026-11-30，每台设备一个 PDF 文件。',
    '',
    '报告期间共召修 7 次。',
    '状态异常的设备 1 台：2号梯。',
  ]);
});

it('says that all are healthy, in English of one unit too', () => {
  const { subject, text } = mail([report('Lift 1', 'healthy', 0)], 'en', ['Plaza', 'Tower']);
  expect(subject).toBe('Plaza and others (2 projects) Monthly equipment report (2026-11-01 to 2026-11-30)');
  expect(text).toContain(': 1 unit, one PDF file each.');
  expect(text).toContain('Call-outs in this time: 0.');
  expect(text).toContain('All units are healthy.');
});

it('names ten abnormal units and says how many there are; the text stays short enough', () => {
  const many = Array.from({ length: 500 }, (_, index) => report(`${index}${'长'.repeat(190)}`, 'abnormal', 1));
  const { text } = mail(many);
  expect(text).toContain('状态异常的设备 500 台，其中：0长');
  expect(text).toContain('、9长');
  expect(text).not.toContain('、10长');
  expect(text.length).toBeLessThan(3000);
});
