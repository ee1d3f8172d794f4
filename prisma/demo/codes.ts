/**
 * What the controllers of the demo fleet report, in both languages. Numbers below 100 are the controllers' own codes;
 * 52 is the earthquake code of the specification, 10002 and 10003 its entrapment alarms.
 */
export interface ControllerCode {
  code: string;
  text: string;
  textEn: string;
  /** true: a fault; false: an event or state. */
  isError: boolean;
  /** Machines it occurs on. */
  on: 'EV' | 'ES' | 'both';
  /** How often it turns up in the history, relative; 0: hardly ever. */
  weight: number;
  /** Usual length in minutes. */
  minutes: number;
}

const code = (
  number: string,
  text: string,
  textEn: string,
  on: ControllerCode['on'],
  weight: number,
  minutes: number,
  isError = true,
): ControllerCode => ({
  code: number,
  text,
  textEn,
  on,
  weight,
  minutes,
  isError,
});

export const CONTROLLER_CODES: readonly ControllerCode[] = [
  code('1', '主回路过电流', 'Drive overcurrent', 'EV', 2, 25),
  code('2', '主回路过电压', 'Drive overvoltage', 'EV', 2, 15),
  code('3', '主回路欠电压', 'Drive undervoltage', 'EV', 3, 12),
  code('4', '变频器过热', 'Inverter overheated', 'EV', 2, 40),
  code('5', '安全回路断开', 'Safety chain open', 'EV', 8, 35),
  code('6', '门锁回路短接', 'Door lock circuit bridged', 'EV', 1, 50),
  code('7', '轿门锁回路断开', 'Car door lock circuit open', 'EV', 6, 18),
  code('8', '层门锁回路断开', 'Landing door lock circuit open', 'EV', 9, 22),
  code('9', '运行中门锁断开', 'Door lock opened while running', 'EV', 3, 30),
  code('10', '开门走梯保护', 'Unintended car movement protection', 'EV', 0, 120),
  code('11', '开门故障', 'Door does not open', 'EV', 8, 14),
  code('12', '关门故障', 'Door does not close', 'EV', 12, 12),
  code('13', '门机通讯故障', 'Door operator does not answer', 'EV', 3, 20),
  code('14', '光幕或安全触板长时间动作', 'Door obstructed for a long time', 'EV', 18, 4),
  code('15', '超载开关异常', 'Overload switch implausible', 'EV', 2, 20),
  code('16', '称重装置故障', 'Load weighing device faulty', 'EV', 2, 60),
  code('17', '抱闸打开故障', 'Brake does not release', 'EV', 3, 45),
  code('18', '抱闸闭合故障', 'Brake does not close', 'EV', 1, 60),
  code('19', '编码器故障', 'Encoder faulty', 'EV', 2, 55),
  code('20', '井道位置信号丢失', 'Shaft position lost', 'EV', 4, 16),
  code('21', '平层故障', 'Levelling fault', 'EV', 9, 6),
  code('22', '平层感应器异常', 'Levelling sensor implausible', 'EV', 4, 12),
  code('23', '上强迫减速开关故障', 'Upper slow-down switch faulty', 'EV', 1, 40),
  code('24', '下强迫减速开关故障', 'Lower slow-down switch faulty', 'EV', 1, 40),
  code('25', '上极限开关动作', 'Upper final limit switch', 'EV', 1, 60),
  code('26', '下极限开关动作', 'Lower final limit switch', 'EV', 1, 60),
  code('27', '轿厢冲顶', 'Car overran the top floor', 'EV', 0, 90),
  code('28', '轿厢蹲底', 'Car overran the bottom floor', 'EV', 0, 90),
  code('29', '超速保护动作', 'Overspeed protection', 'EV', 1, 90),
  code('30', '限速器开关动作', 'Governor switch', 'EV', 1, 70),
  code('31', '安全钳动作', 'Safety gear engaged', 'EV', 0, 150),
  code('32', '电动机运转时间限制器动作', 'Motor run time limiter', 'EV', 3, 30),
  code('33', '电动机过热', 'Motor overheated', 'EV', 2, 45),
  code('34', '轿厢意外移动', 'Unintended car movement', 'EV', 0, 150),
  code('35', '楼层位置校正失败', 'Floor correction failed', 'EV', 2, 15),
  code('36', '外呼通讯故障', 'Landing call bus faulty', 'EV', 4, 35),
  code('37', '轿厢通讯故障', 'Car bus faulty', 'EV', 3, 30),
  code('38', '群控通讯故障', 'Group bus faulty', 'EV', 2, 35),
  code('39', '底坑急停开关动作', 'Pit stop switch', 'EV', 2, 25),
  code('40', '主电源断电', 'Mains power lost', 'both', 6, 18, false),
  code('41', '相序错误或缺相', 'Phase missing or reversed', 'both', 2, 30),
  code('42', '应急电源电量低', 'Rescue battery low', 'EV', 2, 600, false),
  code('50', '消防返回', 'Fire recall', 'EV', 2, 20, false),
  code('51', '消防员运行', "Firefighter's operation", 'EV', 1, 15, false),
  code('52', '地震管制运行', 'Earthquake operation', 'EV', 0, 30),
  code('53', '井道进水', 'Water in the pit', 'EV', 1, 240),
  code('60', '检修运行', 'Inspection operation', 'both', 16, 45, false),
  code('61', '停电自动救援', 'Automatic rescue on power failure', 'EV', 3, 4, false),
  code('62', '启动和投入使用', 'Started and put into service', 'both', 6, 1, false),
  code('63', '锁梯', 'Taken out of service by key', 'EV', 4, 420, false),
  code('64', '司机操作', 'Attendant operation', 'EV', 2, 90, false),
  code('65', '独立运行', 'Independent operation', 'EV', 3, 60, false),
  code('70', '扶手带速度偏差', 'Handrail speed deviation', 'ES', 6, 25),
  code('71', '扶手带入口保护动作', 'Handrail entry guard', 'ES', 9, 14),
  code('72', '梳齿板保护动作', 'Comb plate guard', 'ES', 8, 22),
  code('73', '梯级缺失检测', 'Missing step detected', 'ES', 1, 120),
  code('74', '围裙板保护动作', 'Skirt guard', 'ES', 7, 16),
  code('75', '梯级链过度伸长', 'Step chain elongated', 'ES', 1, 180),
  code('76', '非操纵逆转保护', 'Unintended reversal protection', 'ES', 0, 150),
  code('77', '超速或欠速', 'Overspeed or underspeed', 'ES', 3, 35),
  code('78', '制动距离超限', 'Stopping distance exceeded', 'ES', 2, 90),
  code('79', '附加制动器动作', 'Auxiliary brake engaged', 'ES', 0, 120),
  code('80', '急停按钮动作', 'Emergency stop button', 'ES', 16, 8),
  code('81', '楼层板打开', 'Floor plate open', 'ES', 4, 30),
  code('82', '钥匙开关启动', 'Key switch start', 'ES', 5, 1, false),
  code('83', '梯级下陷', 'Step sagging', 'ES', 1, 150),
  code('84', '驱动链断裂', 'Drive chain broken', 'ES', 0, 240),
  code('85', '润滑油位低', 'Lubricant level low', 'ES', 6, 900, false),
  code('86', '电机温度过高', 'Motor temperature high', 'ES', 4, 50, false),
  code('10001', '报警按钮测试', 'Alarm button test', 'EV', 3, 1, false),
  code('10002', '困人报警', 'Entrapment alarm', 'EV', 0, 22, false),
  code('10003', '困人报警（自动识别）', 'Entrapment alarm (recognised)', 'EV', 0, 22, false),
];

/** Texts for the boxes: codes, and the names of the four kinds of log entries. */
export function fleetTexts(): Record<string, string> {
  return {
    ...Object.fromEntries(CONTROLLER_CODES.map(({ code: number, text }) => [number, text])),
    topic1: '故障',
    topic2: '诊断',
    topic3: '事件',
    topic4: '运行模式',
  };
}
