/** The rules behind symptoms (silent-screens.md F2) with their titles, as the detector writes them. */
export const SYMPTOM_TITLES = {
  A01: '困人',
  A02: '疑似困人',
  A03: '报警按钮',
  A04: '载人停在开锁区外',
  A05: '轿厢意外移动',
  B01: '故障停梯',
  B02: '停止服务',
  B03: '空载停在开锁区外',
  B04: '门系统故障',
  B10: '扶梯故障停止',
  B11: '制动距离超限',
  C01: '主电源断电',
  C02: '应急电源运行',
  C05: '频繁超载',
  C06: '频繁挡门',
  C07: '检修未恢复',
  D01: '关门时间偏长',
  D02: '反复开关门',
  D03: '平层异常',
  D04: '偶发故障频发',
  D05: '运行时间异常',
  D06: '能耗异常',
  D08: '健康值下降',
  D10: '润滑提醒',
  D11: '过热',
  D12: '梯级速度偏差',
  F01: '设备离线',
  F02: '控制柜断开',
  F04: '时钟偏差',
  F05: '频繁重连',
} as const;
export type SymptomRule = keyof typeof SYMPTOM_TITLES;

const DAY = 24;
/** Hours until a symptom that nobody took expires, by category. */
export const EXPIRES_HOURS: Record<string, number> = { A: 24, B: 72, C: 72, D: 30 * DAY, F: 14 * DAY };
/** Hours within which somebody has to take it. */
export const TAKEN_HOURS: Record<string, number> = { A: 2 / 60, B: 10 / 60, C: 24, D: 72, F: 24 };
