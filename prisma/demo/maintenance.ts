import { seeded, type Random } from '@/lib/programs/simulator/random';
import { dayNumber, dayStart, HOUR_MS, MINUTE_MS, weekday } from './clock';
import { person, type Person } from './people';
import type { Unit } from './units';

/** Maintenance jobs: a visit every fortnight, four of the 26 of a year larger ones (TSG T5002-2017: at least every 15 days). */

export type VisitKind = 'BI' | 'Q' | 'S' | 'A';
const CYCLE_DAYS = 14;
const VISITS_A_YEAR = 26;
const KIND_AT: Record<number, VisitKind> = { 6: 'Q', 12: 'S', 19: 'Q', 25: 'A' };
const MINUTES: Record<VisitKind, number> = { BI: 38, Q: 65, S: 95, A: 140 };
/** Visits of the next weeks are planned already. */
const AHEAD_DAYS = 35;

export interface Visit {
  jobNo: string;
  planDay: number;
  kind: VisitKind;
  maintenanceType: string;
  status: 'PLAN' | 'LOCK' | 'DONE' | 'CONFIRM';
  departAt?: number;
  /** Work on the unit, inspection mode. */
  startAt?: number;
  doneAt?: number;
  signedAt?: number;
  planned: readonly Person[];
  actual: readonly Person[];
}

export interface Crew {
  main: Person;
  mate: Person;
  stand: Person;
}

/** Who looks after a project: a technician, the mate, and whoever stands in. */
export function crewOf(projectId: string, seed: string): Crew {
  const random = seeded(`${seed}:crew:${projectId}`);
  return { main: person(random), mate: person(random), stand: person(random) };
}

export const typeOf = (unit: Unit, kind: VisitKind): string =>
  `YAE_${unit.displayType === 'EV' ? 'ELE' : 'ESC'}_${kind}`;

export function visitsOf(unit: Unit, options: { seed: string; now: number; days: number; crew: Crew }): Visit[] {
  const { now, crew } = options;
  const random = seeded(`${options.seed}:visits:${unit.equipmentNo}`);
  const today = dayNumber(now);
  const built = dayNumber(unit.constructionDate.getTime()) + 30;
  // A round has its fixed working day; the year of a unit begins with its acceptance.
  let first = built + ((random.whole(1, 5) - weekday(built) + 7) % 7);
  if (random.chance(0.5)) first += 7;
  const ended = unit.papers.off && unit.papers.off.state !== 'RENEWED' ? unit.papers.off.offDay : Infinity;
  const from = Math.max(0, Math.ceil((today - options.days - first) / CYCLE_DAYS));
  const visits: Visit[] = [];
  const number = unit.equipmentNo.slice(-6);
  for (let index = from; first + index * CYCLE_DAYS <= today + AHEAD_DAYS; index += 1) {
    const planDay = first + index * CYCLE_DAYS;
    if (planDay >= ended) break;
    const kind = KIND_AT[index % VISITS_A_YEAR] ?? 'BI';
    visits.push(
      visit(
        {
          jobNo: `8${number}${String(index % 1000).padStart(3, '0')}`,
          planDay,
          kind,
          maintenanceType: typeOf(unit, kind),
        },
        { random, now, today, crew },
      ),
    );
  }
  return visits;
}

function visit(
  base: Pick<Visit, 'jobNo' | 'planDay' | 'kind' | 'maintenanceType'>,
  { random, now, today, crew }: { random: Random; now: number; today: number; crew: Crew },
): Visit {
  const planned = base.kind === 'BI' ? [crew.main] : [crew.main, crew.mate];
  // The draws are made for every visit, so that none depends on how far the others have come.
  const late = random.weighted([
    [0, 93],
    [1, 4],
    [2, 3],
  ] as const);
  const startAt = dayStart(base.planDay + late) + Math.round(random.between(8.5, 16) * HOUR_MS);
  const doneAt =
    startAt + Math.round(Math.max(20, random.normal(MINUTES[base.kind], MINUTES[base.kind] * 0.2)) * MINUTE_MS);
  const departAt = startAt - Math.round(random.between(15, 45) * MINUTE_MS);
  const actual = random.chance(0.08) ? [crew.stand, ...planned.slice(1)] : planned;
  const isForgotten = random.chance(0.006) && today - base.planDay < 20;
  const signedAt = doneAt + Math.round(random.between(0.1, 40) * HOUR_MS);
  const isUnsigned = random.chance(0.04) && today - base.planDay < 60;
  if (departAt > now || isForgotten)
    return { ...base, status: base.planDay === today && random.chance(0.2) ? 'LOCK' : 'PLAN', planned, actual: [] };
  if (doneAt > now) return { ...base, status: 'LOCK', departAt, planned, actual: [] };
  if (isUnsigned || signedAt > now) return { ...base, status: 'DONE', departAt, startAt, doneAt, planned, actual };
  return { ...base, status: 'CONFIRM', departAt, startAt, doneAt, signedAt, planned, actual };
}

/** Check items of a visit: what TSG T5002-2017 asks for at that interval, shortened to what a technician ticks. */
const ELEVATOR_ITEMS: Record<VisitKind, readonly (readonly [string, string])[]> = {
  BI: [
    ['机房、滑轮间环境', '清洁，门窗完好，照明正常'],
    ['制动器各销轴部位', '动作灵活'],
    ['制动器间隙', '打开时制动衬与制动轮不发生摩擦'],
    ['编码器', '清洁，安装牢固'],
    ['限速器各销轴部位', '润滑，转动灵活，电气开关正常'],
    ['紧急报警装置', '工作正常'],
    ['轿门防撞击保护装置', '功能有效'],
    ['层门地坎', '清洁'],
    ['层门自动关门装置', '正常'],
    ['层门锁紧元件啮合长度', '不小于7 mm'],
    ['底坑环境', '清洁，无渗水、积水，照明正常'],
    ['轿厢平层准确度', '符合标准值'],
  ],
  Q: [
    ['减速机润滑油', '油量适宜，无渗漏'],
    ['限速器轮槽、限速器钢丝绳', '清洁，无严重油腻'],
    ['靴衬、滚轮', '清洁，磨损量不超过要求'],
    ['层门、轿门系统中传动钢丝绳、链条、胶带', '清洁，调整'],
    ['消防开关', '工作正常'],
  ],
  S: [
    ['电动机与减速机联轴器', '连接无松动'],
    ['曳引轮、导向轮轴承部', '无异常声，无振动，润滑良好'],
    ['曳引钢丝绳', '磨损量、断丝数不超过要求'],
    ['控制柜内各接线端子', '紧固，整齐'],
    ['对重缓冲距离', '符合标准值'],
  ],
  A: [
    ['减速机润滑油', '按照要求更换'],
    ['上行超速保护装置动作试验', '工作正常'],
    ['限速器安全钳联动试验', '工作正常'],
    ['轿厢意外移动保护装置动作试验', '工作正常'],
    ['导靴、压导板、缓冲器', '固定牢固'],
    ['称重装置', '准确有效'],
  ],
};
const STEP_ITEMS: Record<VisitKind, readonly (readonly [string, string])[]> = {
  BI: [
    ['电器部件', '清洁，接线紧固'],
    ['故障显示板', '信号功能正常'],
    ['主驱动链', '运转正常，电气安全保护装置动作有效'],
    ['梳齿板梳齿与踏板面齿槽', '梳齿板完好无损，照明正常'],
    ['梳齿板开关', '工作正常'],
    ['扶手带入口处保护开关', '动作灵活可靠，清除入口处垃圾'],
    ['围裙板间隙', '任一侧不大于4 mm，两侧之和不大于7 mm'],
    ['紧急停止开关', '工作正常'],
    ['油水分离装置、润滑', '清洁，油位正常'],
  ],
  Q: [
    ['扶手带的运行速度', '相对于梯级的速度允差为0～+2%'],
    ['梯级链张紧装置', '工作正常'],
    ['梯级轴衬', '润滑有效'],
  ],
  S: [
    ['制动衬厚度', '不小于制造单位要求'],
    ['主驱动链', '清理表面油污，润滑'],
    ['电动机与减速机联轴器', '连接无松动'],
    ['主接触器', '工作可靠'],
    ['制停距离', '符合标准值'],
  ],
  A: [
    ['附加制动器', '清洁和润滑，功能可靠'],
    ['设备运行状况', '正常，梯级运行平稳'],
    ['进出口处盖板、地板', '牢固'],
    ['扶手带', '表面无裂纹、无破损'],
  ],
};
const INCLUDES: Record<VisitKind, readonly VisitKind[]> = {
  BI: ['BI'],
  Q: ['BI', 'Q'],
  S: ['BI', 'Q', 'S'],
  A: ['BI', 'Q', 'S', 'A'],
};
export const VISIT_KINDS = Object.keys(INCLUDES) as VisitKind[];

export function itemsOf(displayType: 'EV' | 'ES' | 'WW', kind: VisitKind): readonly (readonly [string, string])[] {
  const all = displayType === 'EV' ? ELEVATOR_ITEMS : STEP_ITEMS;
  return INCLUDES[kind].flatMap((one) => all[one]);
}
