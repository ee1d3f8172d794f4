import type { Random } from '@/lib/programs/simulator/random';
import type { UnitUse } from '@/lib/programs/simulator/unit';
import { FAR_PLACES, PLACES, type BranchPlace, type District } from './places';

/** Projects: names as customers give them, one or more buildings each. */

export type ProjectKind = 'tower' | 'office' | 'residential' | 'hotel' | 'mall' | 'hospital' | 'metro' | 'airport';

export interface Project {
  projectId: string;
  projectName: string;
  kind: ProjectKind;
  place: BranchPlace;
  district: District;
  street: string;
  houseNo: string;
  latitude: number;
  longitude: number;
  customerName: string;
  tplnr: string;
  autoCreate: '0' | '1';
  kaId: string | null;
  mobile: string;
  email: string;
  units: number;
  buildings: readonly string[];
  createdAt: Date;
  /** Boxes: on all units, on some, on none yet (readings 34: cover 8). */
  boxes: 'all' | 'partial' | 'none';
  /** The tower whose escalators have a screen of their own (doc3 §2.4). */
  isCenter?: boolean;
}

/** How a kind of building is used; decides the traffic of its lifts. */
export const USE_OF: Record<ProjectKind, UnitUse> = {
  tower: 'office',
  office: 'office',
  residential: 'residential',
  hotel: 'hotel',
  mall: 'mall',
  hospital: 'hospital',
  metro: 'metro',
  airport: 'airport',
};

export const AIRPORT_PROJECT_ID = '1009001';
export const CENTER_PROJECT_ID = '1009002';
/** Escalators of the screen /shcenter. */
export const CENTER_UNITS = 41;
/** Projects and units of DEMO_SCALE=1. */
export const BASE_PROJECTS = 240;
export const BASE_UNITS = 3000;

const FIRST = [
  '云锦',
  '澜庭',
  '瑞和',
  '启宸',
  '锦樾',
  '恒岚',
  '星汇',
  '天曜',
  '长宁',
  '汇智',
  '海棠',
  '明月',
  '锦绣',
  '翠湖',
  '观澜',
  '紫荆',
  '榕悦',
  '中洲',
  '博雅',
  '映辉',
  '东澜',
  '银杏',
  '晴川',
  '雅居',
];
const LAST: Record<ProjectKind, readonly string[]> = {
  tower: ['国际中心', '金融中心', '环球大厦'],
  office: ['科技园', '商务中心', '创新大厦', '产业园'],
  residential: ['花园', '公馆', '名苑', '雅苑', '新城'],
  hotel: ['酒店', '大酒店', '国际酒店'],
  mall: ['购物中心', '天地', '广场'],
  hospital: ['医院', '妇儿医院', '医学中心'],
  metro: ['枢纽站', '站'],
  airport: ['国际机场T2航站楼'],
};
const BUILDINGS: Record<ProjectKind, readonly string[]> = {
  tower: ['主塔楼', '副塔楼'],
  office: ['A座', 'B座', 'C座', 'D座'],
  residential: ['1号楼', '2号楼', '3号楼', '5号楼', '6号楼', '7号楼', '8号楼'],
  hotel: ['主楼', '裙楼'],
  mall: ['购物中心', '东区', '西区', '地下商业街'],
  hospital: ['门诊楼', '住院楼', '急诊楼', '医技楼'],
  metro: ['站厅层', 'A出入口', 'B出入口', 'C出入口'],
  airport: ['出发大厅', '到达大厅', '连廊', '停车楼'],
};
const KINDS: readonly (readonly [ProjectKind, number])[] = [
  ['residential', 34],
  ['office', 22],
  ['mall', 14],
  ['hotel', 9],
  ['hospital', 8],
  ['tower', 7],
  ['metro', 6],
];
/** Typical number of units, relative. */
const SIZE: Record<ProjectKind, number> = {
  tower: 16,
  office: 9,
  residential: 10,
  hotel: 7,
  mall: 16,
  hospital: 10,
  metro: 10,
  airport: 26,
};
const KA_OF: Partial<Record<ProjectKind, string>> = {
  mall: 'KA001',
  tower: 'KA002',
  metro: 'KA003',
  hospital: 'KA004',
};

/** The kinds every installation has in Shanghai, whose accounts are shown first: all screens find something there. */
const FIXED: readonly ProjectKind[] = [
  'airport',
  'tower',
  'office',
  'residential',
  'mall',
  'hotel',
  'metro',
  'hospital',
];

/** An airport lies by the sea, not downtown. */
const AIRPORT_GROUND: District = {
  name: '浦东新区',
  code: '310115',
  postCode: '201202',
  latitude: 31.1519,
  longitude: 121.8003,
  streets: ['启航路'],
};

/** Who runs it, as it stands in the contract. */
function customerOf(kind: ProjectKind, name: string, city: string): string {
  switch (kind) {
    case 'airport':
      return `${city}东澜机场集团有限公司`;
    case 'metro':
      return `${city}启程轨道交通运营有限公司`;
    case 'hospital':
      return name;
    case 'residential':
      return `${name}物业服务有限公司`;
    case 'hotel':
      return `${name}有限公司`;
    default:
      return `${name}管理有限公司`;
  }
}
/** The first projects: those of the shown accounts. */
export const CORE_PROJECTS = FIXED.length;

export function makeProjects(random: Random, scale: number, now: Date): Project[] {
  const count = Math.max(FIXED.length + PLACES.length, Math.round(BASE_PROJECTS * scale));
  const [shanghai] = PLACES;
  if (!shanghai) throw new Error('no branch');
  const seen = new Set<string>();
  const projects = Array.from({ length: count }, (_, index): Project => {
    const fixed = FIXED[index];
    // After the fixed ones each branch gets a project before any gets a second.
    const place = fixed
      ? shanghai
      : (PLACES[index - FIXED.length] ?? random.weighted(PLACES.map((one) => [one, one.weight] as const)));
    const kind = fixed ?? random.weighted(KINDS);
    const district = kind === 'airport' ? AIRPORT_GROUND : random.pick(place.districts);
    const street = random.pick(district.streets);
    const projectName = uniqueName(kind, place, district, random, seen);
    const number = String(index + 1).padStart(6, '0');
    const buildings = BUILDINGS[kind].slice(0, Math.max(1, random.whole(1, BUILDINGS[kind].length)));
    return {
      projectId: kind === 'airport' ? AIRPORT_PROJECT_ID : String(1_000_100 + index),
      projectName,
      kind,
      place,
      district,
      street,
      houseNo: `${random.whole(1, 68) * 10 + random.whole(1, 9)}号`,
      latitude: round(district.latitude + random.normal(0, 0.008)),
      longitude: round(district.longitude + random.normal(0, 0.008)),
      customerName: customerOf(kind, projectName, place.city.replace('市', '')),
      tplnr: `CN-${place.short}-${number}`,
      autoCreate: index > 3 && random.chance(0.7) ? '1' : '0',
      kaId: random.chance(0.6) ? (KA_OF[kind] ?? null) : null,
      mobile: demoPhone(random),
      email: `service-${place.short.toLowerCase()}${index + 1}@example.com`,
      units: SIZE[kind] * random.between(0.7, 1.4),
      buildings,
      createdAt: new Date(now.getTime() - random.between(200, 1900) * 86_400_000),
      boxes: 'all',
    };
  });
  share(projects, Math.max(count * 4, Math.round(BASE_UNITS * scale)));
  moveAway(projects);
  // Two projects at the end are still being fitted with boxes.
  const late = projects.slice(-2);
  if (late[0]) late[0].boxes = 'partial';
  if (late[1]) {
    late[1].boxes = 'none';
    late[1].units = Math.min(late[1].units, 4);
  }
  // Last, so that it changes no other number.
  return [...projects, makeCenter(shanghai, now)];
}

/** Puts a project into each area without a branch; those at the end, which none of the shown accounts is of. */
function moveAway(projects: Project[]): void {
  const movable = projects.slice(FIXED.length + PLACES.length, -2).reverse();
  for (const [index, place] of FAR_PLACES.entries()) {
    const project = movable[index];
    const [district] = place.districts;
    if (!project || !district) return;
    const inCity = (words: string) =>
      words
        .replace(project.place.city.replace('市', ''), place.city.replace('市', ''))
        .replace(shortDistrict(project.district), shortDistrict(district));
    const { latitude, longitude } = project.district;
    Object.assign(project, {
      place,
      district,
      street: district.streets[0] ?? project.street,
      latitude: round(project.latitude - latitude + district.latitude),
      longitude: round(project.longitude - longitude + district.longitude),
      projectName: inCity(project.projectName),
      customerName: inCity(project.customerName),
      tplnr: project.tplnr.replace(project.place.short, place.short),
      email: project.email.replace(project.place.short.toLowerCase(), place.short.toLowerCase()),
    });
  }
}

/** A tower by the river with escalators on every floor of its podium and none of the lifts. */
function makeCenter(place: BranchPlace, now: Date): Project {
  return {
    projectId: CENTER_PROJECT_ID,
    projectName: '上海云锦中心',
    kind: 'mall',
    place,
    district: { ...AIRPORT_GROUND, postCode: '200120', latitude: 31.2356, longitude: 121.5015, streets: ['云锦中路'] },
    street: '云锦中路',
    houseNo: '101号',
    latitude: 31.2356,
    longitude: 121.5015,
    customerName: '上海云锦中心管理有限公司',
    tplnr: 'CN-SH-900002',
    autoCreate: '0',
    kaId: null,
    mobile: '10900000002',
    email: 'service-center@example.com',
    units: CENTER_UNITS,
    buildings: ['裙楼'],
    createdAt: new Date(now.getTime() - 900 * 86_400_000),
    boxes: 'all',
    isCenter: true,
  };
}

/** Makes the sizes whole numbers that add up to about the total. */
function share(projects: Project[], total: number): void {
  const sum = projects.reduce((all, project) => all + project.units, 0);
  for (const project of projects) project.units = Math.max(2, Math.round((project.units / sum) * total));
}

const shortDistrict = ({ name }: District) => name.replace(/[区]$|新区$/, '');

function uniqueName(
  kind: ProjectKind,
  place: BranchPlace,
  district: District,
  random: Random,
  seen: Set<string>,
): string {
  const city = place.city.replace('市', '');
  for (let attempt = 0; ; attempt += 1) {
    const first = random.pick(FIRST);
    const ending = random.pick(LAST[kind]);
    const area = shortDistrict(district);
    const name =
      kind === 'airport'
        ? `${city}东澜${ending}`
        : kind === 'metro'
          ? `${city}轨道交通${first}路${ending}${attempt > 60 ? attempt - 59 : ''}`
          : attempt < 4
            ? `${city}${first}${ending}`
            : `${city}${area}${first}${ending}${attempt > 40 ? `${attempt - 38}期` : ''}`;
    if (seen.has(name)) continue;
    seen.add(name);
    return name;
  }
}

/** A number of the right form that belongs to nobody: the 1-0 prefix is not given out. */
export function demoPhone(random: Random): string {
  return `10${String(random.whole(0, 999_999_999)).padStart(9, '0')}`;
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
