import { seeded } from '@/lib/programs/simulator/random';
import { dayNumberOf, dayText } from '@/lib/platform/i18n/shanghai';
import { DAY_MS } from './clock';
import { person } from './people';
import type { Project } from './projects';

/** Contracts and statutory inspections of a unit. All days are Shanghai day numbers. */

/** What of a unit its papers depend on. */
interface PaperUnit {
  equipmentNo: string;
  project: Project;
  constructionDate: Date;
}

export interface ContractTerm {
  contractNo: string;
  frameContractNo: string;
  /** Absent in both: the dates were never entered. */
  start?: number;
  end?: number;
  actualEnd?: number;
  follow?: { note: string; next: number };
}

export interface OffRecord {
  offDay: number;
  contractNo: string;
  reason: 'NOT_RENEWED' | 'TERMINATED' | 'SCRAPPED' | 'OTHER';
  state: 'OPEN' | 'FOLLOWING' | 'RENEWED' | 'STOPPED';
  note?: string;
  recoverDay?: number;
}

export interface Papers {
  /** Oldest first. */
  contracts: ContractTerm[];
  /** The one that runs, else the last that ran. */
  current?: ContractTerm;
  off?: OffRecord;
}

interface ProjectTerms {
  days: number;
  end: number;
}

const FOLLOW_NOTES = [
  '已发送续约报价，待客户确认',
  '客户预算审批中，下月答复',
  '约定现场勘查后签约',
  '客户要求调整付款周期',
];

/** Customers sign for all their units at once: length and end of the project's present contract. */
function termsOf(project: Project, isCore: boolean, seed: string, today: number): ProjectTerms {
  const random = seeded(`${seed}:contract:${project.projectId}`);
  const days = random.pick([365, 730, 730, 1095]);
  const left = isCore
    ? random.whole(40, days - 30)
    : random.weighted([
        ['runs', 86],
        ['soon', 9],
        ['over', 5],
      ] as const);
  const end =
    typeof left === 'number'
      ? left
      : left === 'runs'
        ? random.whole(61, days - 1)
        : left === 'soon'
          ? random.whole(1, 60)
          : -random.whole(3, 120);
  return { days, end: today + end };
}

export function papersOf(unit: PaperUnit, options: { isCore: boolean; seed: string; now: number }): Papers {
  const { project } = unit;
  const today = dayNumberOf(options.now);
  const random = seeded(`${options.seed}:papers:${unit.equipmentNo}`);
  const terms = termsOf(project, options.isCore, options.seed, today);
  const built = dayNumberOf(unit.constructionDate.getTime());
  const frameContractNo = `${project.place.short}M${yearOf(terms.end - terms.days + 1)}${project.tplnr.slice(-4)}`;
  const number = (start: number, suffix = '') =>
    `${project.place.short}S${dayText(start).slice(0, 7).replace('-', '')}${project.tplnr.slice(-5)}${suffix}`;
  const oddity = options.isCore
    ? 'none'
    : random.weighted([
        ['none', 9200],
        ['unknown', 100],
        ['terminated', 150],
        ['gap', 250],
        ['renewed', 300],
      ] as const);
  if (oddity === 'unknown')
    return { contracts: [{ contractNo: number(today, `-${unit.equipmentNo.slice(-4)}`), frameContractNo }] };

  const contracts: ContractTerm[] = [];
  // Backwards from the present one, as long as the unit stood and three terms at most.
  for (let end = terms.end; contracts.length < 3 && end > built; end -= terms.days) {
    const start = Math.max(end - terms.days + 1, built);
    // Named by the project's term: a unit that came later shares the number.
    contracts.unshift({ contractNo: number(end - terms.days + 1), frameContractNo, start, end });
  }
  const current = contracts[contracts.length - 1];
  if (!current?.start || !current.end) return { contracts };
  let off: OffRecord | undefined;
  if (oddity === 'terminated') {
    current.actualEnd = Math.min(current.end - 1, Math.max(current.start + 30, today - random.whole(5, 200)));
    if (current.actualEnd >= today) current.actualEnd = undefined;
  }
  if (oddity === 'gap' && contracts.length > 1) {
    // Signed late: the unit was without a contract for some weeks and came back.
    const before = contracts[contracts.length - 2];
    const late = random.whole(20, 70);
    if (before?.end && current.start + late < Math.min(current.end, today)) {
      off = {
        offDay: before.end + 1,
        contractNo: before.contractNo,
        reason: 'NOT_RENEWED',
        state: 'RENEWED',
        recoverDay: current.start + late,
        note: '已续约',
      };
      current.start += late;
    }
  }
  const ended = current.actualEnd ?? current.end;
  if (ended < today) {
    const state = random.weighted([
      ['OPEN', 45],
      ['FOLLOWING', 40],
      ['STOPPED', 15],
    ] as const);
    off = {
      offDay: ended + 1,
      contractNo: current.contractNo,
      state,
      reason: current.actualEnd
        ? random.pick(['TERMINATED', 'TERMINATED', 'SCRAPPED', 'OTHER'] as const)
        : 'NOT_RENEWED',
      ...(state === 'OPEN'
        ? {}
        : { note: state === 'STOPPED' ? '客户已委托其他维保单位，停止服务' : random.pick(FOLLOW_NOTES) }),
    };
  } else if (ended - today <= 90 && random.chance(0.5)) {
    current.follow = { note: random.pick(FOLLOW_NOTES), next: today + random.whole(1, 20) };
  }
  if (oddity === 'renewed' && ended >= today && !current.actualEnd) {
    contracts.push({
      contractNo: number(current.end + 1),
      frameContractNo,
      start: current.end + 1,
      end: current.end + 365,
    });
  }
  return { contracts, current, ...(off ? { off } : {}) };
}

export interface InspectionRecord {
  day: number;
  kind: 'inspection' | 'test';
  result: 'pass' | 'repass' | 'fail';
  next: number;
  comments?: string;
}

export interface InspectionState {
  history: InspectionRecord[];
  last?: InspectionRecord;
  next?: number;
  nextKind?: 'inspection' | 'test';
  plannedDay?: number;
  technician?: string;
}

/** Years after acceptance in which the statutory inspection falls; between them a test is due (TSG T7001-2023). */
const INSPECTION_YEARS = new Set([1, 4, 7, 9, 11, 13, 15]);
const kindOf = (age: number): 'inspection' | 'test' => (age > 15 || INSPECTION_YEARS.has(age) ? 'inspection' : 'test');

/** Inspections of the last two years and the next one: due on the anniversaries of the acceptance. Undefined: not registered. */
export function inspectionsOf(
  unit: Omit<PaperUnit, 'project'>,
  options: { seed: string; now: number; isCore: boolean },
): InspectionState | undefined {
  const random = seeded(`${options.seed}:inspections:${unit.equipmentNo}`);
  if (!options.isCore && random.chance(0.012)) return undefined;
  const today = dayNumberOf(options.now);
  const built = dayNumberOf(unit.constructionDate.getTime()) + 25;
  const due = (age: number) => built + Math.round(age * 365.2425);
  const history: InspectionRecord[] = [];
  const isLate = !options.isCore && random.chance(0.035);
  for (let age = 1; ; age += 1) {
    const kind = kindOf(age);
    const early = random.whole(2, kind === 'inspection' ? 58 : 28);
    const day = due(age) - early;
    if (day >= today || (isLate && due(age + 1) > today && due(age) <= today)) {
      const last = history[history.length - 1];
      const next = last ? last.next : due(age);
      const isNear = next - today < 45;
      return {
        history,
        next,
        nextKind: kind,
        ...(last ? { last } : {}),
        ...(isNear && random.chance(0.7)
          ? {
              technician: person(random).name,
              ...(next > today ? { plannedDay: today + random.whole(1, Math.max(1, next - today)) } : {}),
            }
          : {}),
      };
    }
    if (today - day > 760) continue;
    const result = random.weighted([
      ['pass', 93],
      ['repass', 6],
      ['fail', due(age + 1) > today && !options.isCore ? 1 : 0],
    ] as const);
    history.push({
      day,
      kind,
      result,
      next: result === 'fail' ? due(age) : due(age + 1),
      ...(result === 'pass'
        ? {}
        : {
            comments:
              result === 'fail'
                ? '制动性能试验不合格，限期整改'
                : random.pick(['复检合格：更换层门锁紧装置', '复检合格：补充应急照明', '复检合格：调整限速器']),
          }),
    });
  }
}

const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear();

/** Dates of the equipment list: the present contract's. */
export function contractColumns(papers: Papers): {
  start: number | null;
  end: number | null;
  actualEnd: number | null;
  planned: number | null;
} {
  const { current } = papers;
  return {
    start: current?.start ?? null,
    end: current?.end ?? null,
    actualEnd: current?.actualEnd ?? null,
    planned: current?.end === undefined ? null : current.end - 45,
  };
}
