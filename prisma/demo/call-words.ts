import type { Random } from '@/lib/simulator/random';

/** What callers report and technicians write back, in the words of the trade. */

export const SCSA = {
  '1': '设备问题', '2': '到场正常', '4': '使用不当', '5': '外部因素', '6': '客户请求协助', '0': '其他故障',
} as const;
export type Scsa = keyof typeof SCSA;

export const SCSB = ['门系统', '曳引驱动', '控制电气', '轿厢井道', '安全部件', '扶梯梯级/扶手带', '外部电源', '使用不当', '其他'] as const;
export type Scsb = (typeof SCSB)[number];

const PARTS: readonly (readonly [Scsb, readonly string[]])[] = [
  ['门系统', ['7', '8', '9', '11', '12', '13', '14']],
  ['曳引驱动', ['1', '2', '4', '17', '18', '19', '32', '33']],
  ['控制电气', ['5', '20', '21', '22', '35', '36', '37', '38', '41']],
  ['轿厢井道', ['15', '16', '23', '24', '53']],
  ['安全部件', ['6', '10', '25', '26', '27', '28', '29', '30', '31', '34', '39']],
  ['扶梯梯级/扶手带', ['70', '71', '72', '73', '74', '75', '76', '77', '78', '79', '80', '81', '83', '84', '86']],
];

/** The part that a controller code points at. */
export const partOf = (code: string): Scsb => PARTS.find(([, codes]) => codes.includes(code))?.[0] ?? '其他';

const REPAIRS: Record<Scsb, readonly string[]> = {
  门系统: ['层门门锁触点氧化，打磨并调整啮合深度，试运行正常', '门机皮带松动，调整张力，开关门正常', '地坎内有异物，清理后开关门正常', '更换光幕，试运行正常', '门挂轮磨损，更换后恢复运行'],
  曳引驱动: ['制动器间隙偏大，按要求调整，试运行正常', '变频器过热，清洁散热风道，恢复运行', '编码器联轴器松动，紧固后恢复', '更换制动器检测开关，试运行正常'],
  控制电气: ['安全回路接线端子松动，紧固后恢复运行', '平层感应器位置偏移，重新调整并自学习', '外呼板通讯不良，更换外呼板', '更换主板继电器，恢复运行'],
  轿厢井道: ['称重装置漂移，重新标定', '导靴磨损，更换靴衬，运行平稳', '底坑积水，抽水并干燥后恢复'],
  安全部件: ['限速器开关误动作，复位并检查，恢复运行', '极限开关松动，重新固定', '底坑急停被误碰，复位后正常'],
  '扶梯梯级/扶手带': ['梳齿板卡入异物，清理并更换梳齿，试运行正常', '扶手带张力不足，调整后速度同步', '围裙板开关误动作，调整间隙', '楼层板开关松动，紧固', '更换损坏梯级，试运行正常'],
  外部电源: ['供电恢复后运行正常'],
  使用不当: ['已向使用单位说明正确使用方法'],
  其他: ['检查未见异常，复位后观察运行正常'],
};
const OTHER_CAUSES: Record<Exclude<Scsa, '1'>, readonly string[]> = {
  '2': ['到场电梯运行正常，检查未见异常', '到场前已自动恢复，连续试运行无异常', '到场正常，查看故障记录后未见复现'],
  '4': ['乘客长时间挡门导致保护，复位后正常，已提醒物业', '急停按钮被误按，复位后正常', '装修运货超载，清理后恢复，已告知物业', '异物卡阻，清理后恢复'],
  '5': ['小区供电波动，来电后恢复正常', '大楼停电，供电恢复后检查运行正常', '消防联动信号触发，复位后正常', '雨水进入井道，待物业排水后恢复'],
  '6': ['协助客户取出落入地坎的物品', '应客户要求到场配合检查', '配合客户调整运行时间'],
  '0': ['原因待查，已复位观察', '其他专业施工影响，恢复正常'],
};

export function remarkOf(scsa: Scsa, part: Scsb, random: Random): string {
  return random.pick(scsa === '1' ? REPAIRS[part] : OTHER_CAUSES[scsa]);
}

/** What the caller says about a fault of this code; telemonitoring reports the code itself. */
export function complaintOf(code: string, isElevator: boolean, floor: string, random: Random): string {
  const part = partOf(code);
  if (!isElevator) return random.pick(['扶梯停止运行', '扶手带比梯级慢', '扶梯有异响', '扶梯入口处停梯，无法启动', '梳齿处有异物，扶梯停止']);
  if (part === '门系统') return random.pick([`${floor}层门关不上`, '电梯反复开关门', `停在${floor}层开门不走`, '关门时有异响', `${floor}层厅门打不开`]);
  if (part === '曳引驱动') return random.pick(['电梯不运行', '运行时抖动', '电梯停在中间层不动', '运行时有异响']);
  if (part === '轿厢井道') return random.pick(['显示超载但轿厢无人', '运行晃动', '底坑有积水']);
  return random.pick(['电梯不走', `停在${floor}层无显示`, '按键无反应', '电梯平层不准', `${floor}层外呼按钮不亮`]);
}

export const CANCELLED = ['客户来电取消，设备已恢复', '重复报修', '误报，客户确认正常'] as const;
export const DECLINED = ['技术员正在处理其他召修', '超时未接单', '调度改派'] as const;
export const INTERRUPTED = ['待配件', '待客户', '夜间', '其他'] as const;
