import { SCSA, SCSB } from './call-words';
import type { Row } from './rows';

/** The dictionaries behind drop-downs (api.md §1.11). */
const SCSA_EN: Record<string, string> = {
  '1': 'Equipment problem',
  '2': 'Normal on arrival',
  '4': 'Misuse',
  '5': 'External factor',
  '6': 'Customer asked for help',
  '0': 'Other fault',
};
const SCSB_EN = [
  'Door system',
  'Traction drive',
  'Control and electrics',
  'Car and shaft',
  'Safety parts',
  'Steps and handrail',
  'External power',
  'Misuse',
  'Other',
] as const;
const CYCLES = [
  ['BI', '半月保', 'semi-monthly'],
  ['Q', '季度保', 'quarterly'],
  ['S', '半年保', 'half-year'],
  ['A', '年保', 'annual'],
  ['E', '额外保', 'extra'],
  ['G', '全面检查', 'general inspection'],
] as const;
const KINDS = [
  ['ELE', '电梯', 'Elevator'],
  ['ESC', '扶梯', 'Escalator'],
  ['OTH', '其他', 'Other'],
] as const;
const LINES = [
  'VERTA 200 MRL',
  'VERTA 300',
  'VERTA 500',
  'VERTA 900 HS',
  'PANO 300',
  'CARGO 200',
  'STELA E',
  'STELA T',
  'STRADA W',
] as const;
const STATUS: readonly (readonly [string, string, string])[] = [
  ['INIT', '召修通知', 'Call-out notice'],
  ['REQU', '重新派工', 'Reassigned'],
  ['PAGE', '已派技术员', 'Technician assigned'],
  ['DISP', '技术员出发', 'Technician departed'],
  ['SITE', '技术员到场', 'Technician on site'],
  ['INTR', '维修中断', 'Repair suspended'],
  ['CLSO', '召修关闭', 'Call-out closed'],
  ['CLSC', '召修取消', 'Call-out cancelled'],
];

export const OPTION_COLUMNS = ['name', 'value', 'label', 'label_en', 'sort'] as const;

export function optionRows(): Row[] {
  const list = (name: string, entries: readonly (readonly [string, string, string])[]): Row[] =>
    entries.map(([value, label, labelEn], index) => [name, value, label, labelEn, index]);
  return [
    ...list(
      'scsa',
      ['1', '2', '4', '5', '6', '0'].map((value) => [value, SCSA[value as keyof typeof SCSA], SCSA_EN[value] ?? '']),
    ),
    ...list(
      'scsb',
      SCSB.map((part, index) => [String(index + 1), part, SCSB_EN[index] ?? part]),
    ),
    ...list('callbackType', [
      ['Customer call', '客户报修', 'Customer call'],
      ['Telemonitoring Breakdown', '远程监测故障', 'Telemonitoring breakdown'],
      ['Telemonitoring Manual', '远程人工派工', 'Telemonitoring manual'],
    ]),
    ...list('callbackStatus', STATUS),
    ...list(
      'maintenanceType',
      ['YAE', 'YGE'].flatMap((family) =>
        KINDS.flatMap(([kind, zh, en]) =>
          CYCLES.map(
            ([cycle, name, nameEn]) => [`${family}_${kind}_${cycle}`, `${zh}${name}`, `${en}, ${nameEn}`] as const,
          ),
        ),
      ),
    ),
    ...list(
      'productLine',
      LINES.map((line) => [line, line, line]),
    ),
    ...list('symptomCategory', [
      ['A', '人员安全', 'Persons at risk'],
      ['B', '故障停梯', 'Out of service'],
      ['C', '外部或使用原因', 'External cause'],
      ['D', '诊断', 'Degradation'],
      ['F', '监测链路', 'Monitoring link'],
    ]),
    ...list('symptomState', [
      ['INIT', '初始', 'New'],
      ['NOT_PROCESSED', '未处理', 'Not processed'],
      ['OPEN', '待处理', 'Open'],
      ['INACTIVE', '未激活', 'Inactive'],
      ['EXPIRED', '已过期', 'Expired'],
      ['CLOSED', '已关闭', 'Closed'],
    ]),
  ];
}
