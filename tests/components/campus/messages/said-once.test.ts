import { saidOnce } from '@/components/campus/messages/said-once';

it.each([
  ['光幕长时间动作 14', '光幕长时间动作', '光幕长时间动作 14'],
  ['门故障', '门故障 04', '门故障 04'],
  ['门故障', '门故障', '门故障'],
  ['门故障', '三楼', '门故障 三楼'],
  ['', '三楼', '三楼'],
  ['', '', ''],
])('of %j and %j the line says %j', (title, message, line) => {
  expect(saidOnce(title, message)).toBe(line);
});
