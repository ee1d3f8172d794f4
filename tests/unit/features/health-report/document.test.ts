import type { HealthReport } from '@/lib/features/health-report/contract';
import { documentOf } from '@/lib/features/health-report/document';
import { healthFilename } from '@/lib/features/health-report/file-name';

const unit = {
  equipmentNo: 'E-1',
  EQKTX: '客梯1#',
  projectName: '海棠',
  use_years: 8.5,
  contract_end: null,
  callbackNumbers: 3,
  tripsAverage: 0,
  openAverage: null,
  runAverage: 1.25,
  energySaving: '0',
  healthStatus: '1',
} as const;
const REPORT: HealthReport = {
  project: { projectName: '海棠', address: null, etlTotal: 1, escTotal: 0, projectIds: ['P-1'] },
  equipmentStatistic: {
    normalTotal: 0,
    abnormalTotal: 1,
    symptomCategoryD: 0,
    telemonitorTotal: 1,
    percentage: 0,
    CB2EquipmentNames: ['客梯1#'],
    eleInfos: [unit],
    escInfos: [],
    errorInfos: [],
  },
  runStatistics: {
    eleAverage: { '0-200次': 1, '200-500次': 0, '500-1000次': 0, '>1000次': 0, 无数据: 0 },
    escAverage: {},
    eleRunTop5: [],
    escRunTop5: [],
  },
  callbackStatistics: {
    callbackOverview: { '2026-04': 1, '2026-05': 2 },
    callbackCB2Overview: { '2026-04': 0, '2026-05': 1 },
    callbackReason: [],
    callbackDistribution: [],
  },
  personStatistics: { entrapmentOverview: { '2026-04': 0, '2026-05': 0 } },
  requestPayload: { startDate: '2026-04-10', endDate: '2026-05-09', reportCreatedDate: '2026-05-10 08:00:00' },
  figures: {
    availability: null,
    callbacks: 3,
    equipmentCallbacks: 1,
    entrapments: 0,
    callbacksPerUnitYear: null,
    arrivalRate: null,
  },
  suggestions: [{ kind: 'none', count: 0, names: [] }],
  intervalDays: 30,
  withheld: [],
};

describe('a project report in words', () => {
  const document = documentOf(REPORT, 'zh-CN', (filters) => new URLSearchParams(filters).toString());

  it('[HEALTH-001][HEALTH-003] says the address only where there is one', () => {
    const labels = document.facts.map(({ label }) => label);
    expect(labels).toEqual(['项目名称', '直梯台数', '扶梯台数', '正常台数', '异常台数', '正常率', '远程监测台数']);
    const withAddress = documentOf({ ...REPORT, project: { ...REPORT.project, address: '北京西路27号' } }, 'zh-CN');
    expect(withAddress.facts).toContainEqual({ label: '地址', value: '北京西路27号' });
  });

  it('[HEALTH-004] draws all call-outs beside those of the equipment, each month leading to its rows', () => {
    const [all, own] = document.trend.series;
    expect([all?.name, own?.name]).toEqual(['全部召修', '设备原因']);
    expect([all?.values, own?.values]).toEqual([
      [1, 2],
      [0, 1],
    ]);
    const first = new URLSearchParams(own?.hrefs?.[0]);
    expect(Object.fromEntries(first)).toEqual({
      startCreateDate: '2026-04-10',
      endCreateDate: '2026-04-30',
      jobStatus: 'CLSO',
      scsa: '1',
      projectId: 'P-1',
    });
    expect(new URLSearchParams(all?.hrefs?.[1]).get('endCreateDate')).toBe('2026-05-09');
  });

  it('[HEALTH-005] hides the trend of entrapments where there were none', () => {
    expect(document.entrapments).toBeNull();
    const trapped = { ...REPORT, figures: { ...REPORT.figures, entrapments: 1 } };
    expect(documentOf(trapped, 'zh-CN').entrapments?.title).toBe('困人趋势');
  });

  it('[HEALTH-021][HEALTH-022] marks the strongest band that has units, and names all of them', () => {
    const [elevators] = document.intensity;
    expect(elevators?.bands.entries.map(({ name }) => name)).toEqual([
      '>1000次',
      '500-1000次',
      '200-500次',
      '0-200次',
      '无数据',
    ]);
    expect(elevators?.levels).toEqual([undefined, undefined, undefined, '高', undefined]);
    expect(document.intensity).toHaveLength(1);
  });

  it('[HEALTH-024] prints - for zero and for what nobody knows, never 0 or a sentence without its figure', () => {
    const [row] = document.tables[0]?.rows ?? [];
    expect(row).toEqual(['客梯1#', '8.5', '-', '3', '-', '-', '1.25', '否', '异常']);
    expect(document.figures[0]).toMatchObject({ label: '可用率', value: '-', target: '目标 ≥ 99.5%' });
    expect(document.summary[0]).toBe('报告涉及 1 台设备；样本不足或无数据，不计可用率。');
  });

  it('[HEALTH-007] says 运行良好 where nothing is to be advised', () => {
    expect(document.suggestions).toEqual(['运行良好']);
  });

  it('[HEALTH-008] has its three tables, and the notes that explain them', () => {
    expect(document.tables.map(({ title }) => title)).toEqual([
      '直梯运行明细',
      '扶梯运行明细',
      '召修明细（最近 100 件）',
    ]);
    expect(document.notes.join('')).toContain('最后 30 天内，设备原因召修超过 2 次的设备为异常');
  });

  it('says in both languages the same figures', () => {
    const english = documentOf(REPORT, 'en');
    expect(english.figures.map(({ value }) => value)).toEqual(document.figures.map(({ value }) => value));
    expect(english.summary[1]).toBe('3 call-outs: 1 caused by equipment, no entrapment.');
  });
});

it('[HEALTH-036][HEALTH-037][HEALTH-038] a file bears the name of the customer, else of the first project', () => {
  const office = { userType: 0, nickName: '总部' } as const;
  expect(healthFilename(office, ['海棠'])).toBe('海棠项目运行报告.pdf');
  expect(healthFilename(office, ['海棠', '东澜'])).toBe('海棠等项目运行报告.pdf');
  expect(healthFilename({ userType: 1, nickName: '张女士' }, ['海棠', '东澜'])).toBe('张女士项目运行报告.pdf');
});

it('[HEALTH-006][HEALTH-022] shows how much elevators and escalators are used, each where there are any', () => {
  const both = { ...REPORT, project: { ...REPORT.project, escTotal: 2 } };
  expect(documentOf(both, 'zh-CN').intensity.map(({ title }) => title)).toEqual([
    '直梯日均运行次数',
    '扶梯日均运行小时',
  ]);
  expect(documentOf(REPORT, 'zh-CN').intensity.map(({ title }) => title)).toEqual(['直梯日均运行次数']);
});

it('what a data strategy keeps back prints `-` and stands in the notes', () => {
  const document = documentOf({ ...REPORT, suggestions: [], withheld: ['diagnostics', 'energy'] }, 'zh-CN');
  expect(document.notes.join()).toContain('诊断数据、能耗数据');
  expect(document.suggestions).toEqual(['按数据策略，不提供诊断建议。']);
  const [elevators] = document.tables;
  const saving = elevators?.columns.findIndex(({ head }) => head === '节能') ?? -1;
  expect(elevators?.rows[0]?.[saving]).toBe('-');
});

it('names the first units and says that there are others', () => {
  const names = ['1#', '2#', '3#', '4#'];
  const { summary, suggestions } = documentOf(
    {
      ...REPORT,
      equipmentStatistic: { ...REPORT.equipmentStatistic, CB2EquipmentNames: names },
      suggestions: [
        { kind: 'age', count: 9, names },
        { kind: 'use', count: 4, names },
      ],
    },
    'zh-CN',
  );
  expect(summary[2]).toBe('期间最后 30 天有 4 台设备因设备原因召修超过 2 次：1#、2#、3#等。');
  expect(suggestions).toEqual([
    '9 台设备使用超过 8 年（1#、2#、3#、4#等），建议评估改造或更新。',
    '4 台设备运行强度高（1#、2#、3#、4#），建议增加维保频次。',
  ]);
});

it('of projects without units nothing is met, and nobody says that all is well', () => {
  const nothing = {
    ...REPORT,
    project: { ...REPORT.project, etlTotal: 0 },
    figures: { ...REPORT.figures, callbacks: 0 },
  };
  const { figures, suggestions, summary } = documentOf(nothing, 'zh-CN');
  expect([summary, suggestions]).toEqual([['所选项目没有设备。'], ['所选项目没有设备。']]);
  expect(figures.map(({ value, isMet }) => [value, isMet])).toEqual(figures.map(() => ['-', undefined]));
});
