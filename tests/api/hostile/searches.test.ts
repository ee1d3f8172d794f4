import { readXlsx } from 'hucre/xlsx';
import { z } from 'zod';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { createAccessWorld } from '../platform/auth/support/access-world';
import { auditedChange } from '../../support/audit';
import { headersOf, resetLimits } from '../../support/callers';
import { few, isFull } from '../../support/full';
import { ORIGIN } from '../../support/sms-client';
import { useDataDir } from '../support/data-dir';
import { useFreshDatabase } from '../support/database';

/**
 * Every free text that an operation searches by: what it finds is what was typed, not a pattern, and of a phone number never
 * more than the caller is shown (readings 117). An operation with a text that is in no table below fails: whoever adds one
 * says here how it compares.
 */

useFreshDatabase();
useDataDir();

const ODD = '5%x_y\\z';
const PHONE = '13987654321';
const MASKED = '139****4321';
const today = formatDate(Date.now());
const LOG_TIME = { startTime: today, endTime: today };
const SMS_DAYS = { startDate: today, endDate: today };

interface Search {
  /** A word that finds rows; null: the field is a phone, tried below. */
  readonly word: string | null;
  /** Puts the odd text where the field looks; absent where only keys are compared. */
  readonly plant?: string;
  readonly input?: Record<string, unknown>;
  /** Compares from the beginning. */
  readonly isPrefix?: boolean;
}

const ACCOUNT = { word: 'tenantAlpha', plant: `UPDATE users SET nick_name = $1 WHERE username = 'tenantAlpha'` };
const FEEDBACK = {
  word: 'feedback-of-tenantAlpha',
  plant: `UPDATE user_feedback SET content = $1 WHERE feedback_id = 'F-tenantAlpha'`,
};
/** To everybody: head office asks. */
const NOTICE = { word: 'notice-one', plant: `UPDATE announcement SET title = $1 WHERE id = 'N-1'` };
const PROJECT = { word: 'project-alpha', plant: `UPDATE project SET project_name = $1 WHERE project_id = 'P-1'` };
const UNIT = { word: 'unit-alpha', plant: `UPDATE equipment SET equipment_name = $1 WHERE equipment_no = 'E-1'` };
const FRAME = (contractNo: string) => ({
  word: contractNo,
  plant: `UPDATE contract SET frame_contract_no = $1 WHERE contract_no = '${contractNo}'`,
});
const BRANCH = { word: 'B01', plant: `UPDATE branch SET branch_name = $1 WHERE branch_code = 'B01'` };
const LINE = {
  word: 'seeded/li',
  plant: `UPDATE api_access_log SET path = $1 WHERE request_id = 'req-tenantAlpha'`,
  input: LOG_TIME,
  isPrefix: true,
};
const CUBE = { word: 'CUBE-ALPHA', isPrefix: true };

const FIRMWARE = {
  word: 'fw-alpha',
  plant: `UPDATE edge_cube SET fw_version = $1 WHERE cube_no = 'CUBE-ALPHA'`,
  isPrefix: true,
};
const BOXES = { key: UNIT, cubeNo: CUBE, equipmentNo: { word: 'E-1' }, fwVersion: FIRMWARE };
const THIRD = {
  equipmentNo: { word: 'E-1' },
  buildingName: { word: 'unit-alpha', plant: `UPDATE equipment SET building_name = $1 WHERE equipment_no = 'E-1'` },
  branchName: { word: '北京分公司', plant: `UPDATE branch SET branch_name = $1 WHERE branch_code = 'B02'` },
};

const SYMPTOM = {
  word: 'unit-alpha',
  plant: `UPDATE symptom SET equipment_text = $1 WHERE symptom_id = 'S-alpha'`,
};
const SYMPTOM_TITLE = {
  word: 'unit-alpha',
  plant: `UPDATE symptom SET symptom_title = $1 WHERE symptom_id = 'S-alpha'`,
};

const CAMERA = { word: 'CAM-alpha', plant: `UPDATE camera SET device_id = $1 WHERE camera_id = 'CAM-alpha'` };

const THIS_MONTH = { startMonth: today.slice(0, 7), endMonth: today.slice(0, 7) };
const TODAY = { startDate: today, endDate: today };
const MONTH = { month: today.slice(0, 7) };
const REPORT = {
  word: 'unit-alpha',
  plant: `UPDATE maintenance_report SET equipment_desc = $1 WHERE job_no = 'M-alpha'`,
};
const ADDRESS = {
  word: 'tenantAlpha@example.com',
  plant: `UPDATE mail_log SET to_address = $1 WHERE subject = 'mail-of-tenantAlpha'`,
};
const CALL_DAYS = { startCreateDate: today, endCreateDate: today };
const CALL_OUT = {
  key: { ...UNIT, input: CALL_DAYS },
  description: {
    word: 'unit-alpha',
    plant: `UPDATE callback SET job_description = $1 WHERE callback_id = 'C-alpha'`,
    input: CALL_DAYS,
  },
};

/** Operation → field → how it finds. */
const SEARCHES: Readonly<Record<string, Readonly<Record<string, Search>>>> = {
  queryUsers: { keyword: ACCOUNT },
  exportUsers: { keyword: ACCOUNT },
  exportUserEquipment: { keyword: ACCOUNT },
  queryApprovals: {
    key: {
      word: 'approval-of-tenantAlpha',
      plant: `UPDATE user_approval SET payload = jsonb_set(payload, '{user,nickName}', to_jsonb($1::text)) WHERE approval_id = 'V-tenantAlpha'`,
    },
  },
  queryCampusApply: {
    key: {
      word: 'apply-of-tenantAlpha',
      plant: `UPDATE campus_apply SET apply_username = $1 WHERE apply_id = 'A-tenantAlpha'`,
    },
  },
  queryFeedback: { key: FEEDBACK },
  searchAnnouncementNotices: { key: NOTICE },
  queryAnnouncements: { key: NOTICE },
  exportFeedback: { key: FEEDBACK },
  queryStrategies: {
    key: { word: 'strategy-one', plant: `UPDATE user_strategy SET strategy_name = $1 WHERE strategy_id = 'ST-1'` },
  },
  queryErrorLog: { key: { word: 'broken-thing', plant: `UPDATE error_log SET message = $1` } },
  queryAccessLog: { path: LINE },
  exportAccessLog: { path: LINE },
  querySmsLog: { phone: { word: null, input: SMS_DAYS } },
  exportSmsLog: { phone: { word: null, input: SMS_DAYS } },
  searchProjects: { searchKey: PROJECT },
  searchProjectsNew: { searchKey: PROJECT },
  listReportProjects: {
    searchKey: { ...PROJECT, input: { startDate: today.slice(0, 7), endDate: today.slice(0, 7) } },
  },
  listProjectsByUser: { searchKey: PROJECT },
  queryProjects: { projectName: PROJECT },
  exportProjects: { projectName: PROJECT },
  getProjectAll: { projectName: PROJECT, searchKey: PROJECT },
  exportProjectAll: { projectName: PROJECT, searchKey: PROJECT },
  querySapProjects: { projectName: PROJECT, equipmentNo: { word: 'E-1' } },
  queryEquipment: { key: UNIT, cubeNo: CUBE },
  exportEquipment: { key: UNIT, cubeNo: CUBE },
  queryCubes: BOXES,
  exportCubes: BOXES,
  queryProGateways: { key: PROJECT, gatewayNo: { word: 'PRO-ALPHA', isPrefix: true } },
  listFreeUnits: {
    searchKey: {
      word: 'boxless',
      plant: `UPDATE equipment SET equipment_name = $1 WHERE equipment_no = 'E-FREE'`,
      input: { gatewayNo: 'PRO-FREE' },
    },
  },
  queryGroups: {
    key: { word: 'GR-alpha', plant: `UPDATE equipment_group SET group_name = $1 WHERE group_id = 'GR-alpha'` },
  },
  queryScreens: {
    screenNo: { word: 'SC-alpha', plant: `UPDATE smart_screen SET screen_no = $1 WHERE equipment_no = 'E-1'` },
    equipmentNo: { word: 'E-1' },
    key: { word: 'unit-alpha', plant: `UPDATE equipment SET building_name = $1 WHERE equipment_no = 'E-1'` },
  },
  listGroupUnits: {
    searchKey: {
      word: 'steps',
      plant: `UPDATE equipment SET equipment_name = $1 WHERE equipment_no = 'E-STEPS'`,
      input: { projectId: 'P-FREE' },
    },
  },
  listGroupResponsible: {
    searchKey: {
      word: 'platformAdmin',
      plant: `UPDATE users SET nick_name = $1 WHERE username = 'platformAdmin'`,
      input: { projectId: 'P-FREE' },
    },
  },
  queryTlGateways: THIRD,
  queryStepGateways: THIRD,
  queryCampusMapping: { key: UNIT },
  queryCallbacks: CALL_OUT,
  exportCallbacks: CALL_OUT,
  listTechnicians: {
    key: {
      word: 'technician-alpha',
      plant: `UPDATE technician SET technician_name = $1 WHERE technician_phone = '13600000001'`,
      input: { callbackId: 'C-alpha' },
    },
  },
  queryMaintenance: { key: UNIT },
  queryReportsByEquipment: { searchObject: { ...REPORT, input: TODAY } },
  queryMailLog: { toAddress: { ...ADDRESS, input: TODAY } },
  listJobTechnicians: {
    key: {
      word: 'technician-alpha',
      plant: `UPDATE technician SET technician_name = $1 WHERE technician_phone = '13600000001'`,
      input: { jobNo: 'M-alpha' },
    },
  },
  queryApproachingInspection: { key: UNIT },
  queryExpiredInspection: {
    key: { word: 'late-one', plant: `UPDATE inspection SET technician_name = $1 WHERE equipment_no = 'E-2'` },
  },
  queryAllInspection: { key: UNIT },
  exportInspection: { key: { ...UNIT, input: { tab: 'all' } } },
  queryNotExpiredContracts: { key: UNIT, contractNo: FRAME('CT-RUN') },
  queryExpiredContracts: { key: UNIT, contractNo: FRAME('CT-OVER') },
  queryOtherContracts: { key: UNIT, contractNo: FRAME('CT-alpha') },
  exportContracts: {
    key: { ...UNIT, input: { tab: 'other' } },
    contractNo: { ...FRAME('CT-alpha'), input: { tab: 'other' } },
  },
  queryOffMaintenance: { key: UNIT },
  exportOffMaintenance: { key: UNIT },
  querySymptoms: { key: SYMPTOM, symptomTitle: SYMPTOM_TITLE },
  exportSymptoms: { key: SYMPTOM, symptomTitle: SYMPTOM_TITLE },
  queryCameras: { key: UNIT, deviceId: CAMERA },
  exportCameras: { key: UNIT, deviceId: CAMERA },
  queryErrorInspection: { key: { ...UNIT, input: SMS_DAYS } },
  exportErrorInspection: { key: { ...UNIT, input: SMS_DAYS } },
  queryEnergySaving: { key: { ...UNIT, input: THIS_MONTH } },
  exportEnergySaving: { key: { ...UNIT, input: THIS_MONTH } },
  queryRunCount: { keyword: { ...UNIT, input: TODAY } },
  exportRunCount: { keyword: { ...UNIT, input: TODAY } },
  queryBiweekly: { equipmentName: { ...UNIT, input: TODAY }, projectName: { ...PROJECT, input: TODAY } },
  queryMonthly: { equipmentNo: { word: 'E-1', input: MONTH }, cubeNo: { ...CUBE, isPrefix: false, input: MONTH } },
  searchBranches: { searchKey: BRANCH },
  listBranchesByUserType: { searchKey: BRANCH },
  searchRoles: {
    searchKey: {
      word: 'role-customerLite',
      plant: `UPDATE role SET description = $1 WHERE role = 'role-customerLite'`,
    },
  },
  searchAuthorities: {
    searchKey: {
      word: 'HOMEPAGE_READ',
      plant: `UPDATE authority SET description = $1 WHERE authority = 'HOMEPAGE_READ'`,
    },
  },
};

/** Texts that name one thing and are compared as they are. */
const EXACT: Readonly<Record<string, readonly string[]>> = {
  queryAccessLog: ['username', 'module', 'ip', 'objectId'],
  exportAccessLog: ['username', 'module', 'ip', 'objectId'],
  queryErrorLog: ['username'],
  querySmsLog: ['equipmentNo', 'username'],
  queryMailLog: ['username'],
  queryPushLog: ['username'],
  exportSmsLog: ['equipmentNo', 'username'],
  checkUserRepeat: ['username', 'phone'],
  checkExistingCustomer: ['user.phone', 'user.nickName', 'user.username'],
  listProjectsByUser: ['username'],
  listBranchesByUser: ['username'],
  listInvoiceCustomers: ['username'],
  listRolesByUser: ['username'],
  listUserMappings: ['username'],
  queryUserEquipment: ['username'],
  getInvoiceAttachment: ['username'],
  getUser: ['username'],
  getEffectiveStrategy: ['username'],
  explainUserAccess: ['username'],
  listAuthoritiesByRole: ['role'],
  getFile: ['path'],
  getHealthReport: ['projectId'],
  precheckHealthReport: ['projectId'],
  getHealthReportPdf: ['projectId', 'username'],
  listReportProjects: ['username'],
  mailHealthReport: ['emailAddress', 'projectIds', 'username'],
  queryMonthly: ['month', 'projectId'],
  getBiweekly: ['reportTime'],
  getBiweeklyPdf: ['reportTime'],
  mailBiweekly: ['emailAddress', 'reportTime'],
  getMonthly: ['username'],
  getMonthlyPdf: ['username'],
  mailMonthly: ['emailAddress', 'username'],
  getMailFile: ['token'],
  getAssignment: ['token'],
  downloadInvoice: ['path'],
  getApproval: ['approvalId'],
  getFeedback: ['feedbackId'],
  listAnnouncementReaders: ['id'],
  getAnnouncement: ['id'],
  findEquipmentByNos: ['branchCode'],
  diagnoseCube: ['cubeNo'],
  listCubeHistory: ['cubeNo'],
  listFreeUnits: ['gatewayNo'],
  getEquipmentReplay: ['at'],
  tryRule: ['productLine', 'rule'],
  queryCallbacks: ['building', 'callbackType', 'city', 'closedSince', 'place', 'scsb'],
  exportCallbacks: ['building', 'callbackType', 'city', 'closedSince', 'place', 'scsb'],
  queryEnergySaving: ['city', 'endMonth', 'startMonth'],
  exportEnergySaving: ['city', 'endMonth', 'startMonth'],
  getEnergySummary: ['city', 'endMonth', 'key', 'startMonth'],
  getEnergyDaily: ['endMonth', 'startMonth'],
  queryRunCount: ['city'],
  exportRunCount: ['city'],
  listMapAreas: ['parentArea'],
  listMapBuildings: ['area', 'building', 'parentArea'],
  getDashboardSummary: ['city'],
  getDashboardTrend: ['city'],
  getDashboardRanking: ['city'],
  getDashboardOpen: ['city'],
  getDashboardMap: ['area', 'city', 'parentArea'],
  exportDashboard: ['city'],
  queryEquipment: ['city', 'place', 'building'],
  exportEquipment: ['city', 'place', 'building'],
  queryMaintenance: ['city', 'maintenanceType', 'planDate'],
  querySymptoms: ['city'],
  exportSymptoms: ['city'],
  queryReportsByEquipment: ['mntType'],
  // The same condition as by equipment; nobody who asks here has got one sent.
  queryReportsByPhone: ['mntType', 'searchObject'],
  // It answers days; its condition is the list's.
  maintenanceCalendar: ['key', 'maintenanceType', 'from', 'to'],
  countMaintenanceDays: ['key', 'maintenanceType', 'from', 'to'],
  queryErrorInspection: ['gbCode'],
  exportErrorInspection: ['gbCode'],
  queryUsers: ['startDate'],
  exportUsers: ['startDate'],
  exportUserEquipment: ['startDate'],
};

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
  enum?: unknown;
  const?: unknown;
  pattern?: unknown;
  format?: unknown;
}
/** Free texts of a schema: strings without a form of their own. */
function textsOf(shape: Shape, path = ''): string[] {
  const own =
    shape.type === 'string' &&
    [shape.enum, shape.const, shape.pattern, shape.format].every((rule) => rule === undefined)
      ? [path]
      : [];
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, child]) =>
    textsOf(child, path === '' ? name : `${path}.${name}`),
  );
  return [...new Set([...own, ...(shape.anyOf ?? []).flatMap((child) => textsOf(child, path)), ...inner])];
}
const DAYS = /^(start|end)(Create)?(Date|Time)$/;
const isRead = ({ audit, method, name }: Operation) =>
  (audit === 'view' ||
    audit === 'export' ||
    method === 'GET' ||
    /^(query|search|list|find|check|get|page|count)/.test(name)) &&
  !/^(health|ready|refreshToken)$/.test(name);

beforeAll(async () => {
  await createAccessWorld();
  await pool().query(
    `INSERT INTO technician (branch_code, technician_name, technician_phone, last_used)
     SELECT branch_code, 'technician-alpha', '13600000001', now() FROM callback WHERE callback_id = 'C-alpha'`,
  );
  // A contract that runs and one that is over; an inspection that is due and one that failed.
  await pool().query(
    `INSERT INTO contract (contract_no, equipment_no, branch_code, contract_start_date, contract_end_date, effective_end, update_date)
     SELECT no, 'E-1', branch_code, from_day, until, until, now() FROM contract,
            (VALUES ('CT-RUN', current_date - 9, current_date + 9), ('CT-OVER', current_date - 99, current_date - 9)) AS v (no, from_day, until)
      WHERE contract_no = 'CT-alpha'`,
  );
  await pool().query(`UPDATE inspection SET next_inspection_date = current_date + 5 WHERE equipment_no = 'E-1'`);
  await pool().query(`UPDATE inspection SET result = 'fail', technician_name = 'late-one' WHERE equipment_no = 'E-2'`);
  await db().userStrategy.create({
    data: { strategyId: 'ST-1', strategyName: 'strategy-one', level: 'user', dataGroups: [], symptomCategories: [] },
  });
  await db().project.create({ data: { projectId: 'P-FREE', branchCode: 'B01', projectName: 'free' } });
  await db().edgeCube.create({
    data: {
      cubeNo: 'PRO-FREE',
      kind: 'pro',
      bindState: 'BOUND',
      secretHash: 'x',
      secretAt: new Date(),
      projectId: 'P-FREE',
      ports: 8,
    },
  });
  await db().equipment.create({
    data: {
      equipmentNo: 'E-FREE',
      equipmentName: 'boxless',
      equipmentType: 'YAE_ELT',
      displayType: 'EV',
      branchCode: 'B01',
      projects: { create: { projectId: 'P-FREE' } },
    },
  });
  await db().equipment.create({
    data: {
      equipmentNo: 'E-STEPS',
      equipmentName: 'steps',
      equipmentType: 'YAE_ESC',
      displayType: 'ES',
      branchCode: 'B01',
      projects: { create: { projectId: 'P-FREE' } },
    },
  });
  await db().errorLog.create({ data: { level: 'error', message: 'broken-thing', route: '/x' } });
  await db().announcement.create({
    data: {
      id: 'N-1',
      title: 'notice-one',
      message: '<p>x</p>',
      receivingMethod: 1,
      audienceKind: 'all',
      isLimited: false,
      state: 'PUBLISHED',
      publishDate: new Date(),
    },
  });
  await db().smsLog.updateMany({ data: { phone: PHONE } });
  await pool().query(`UPDATE user_approval SET payload = jsonb_set(payload, '{user,phone}', to_jsonb($1::text))`, [
    PHONE,
  ]);
  await db().roleAuthority.createMany({
    data: [{ role: 'role-branchManager', authority: 'API_ACCESS_LOG_READ' }],
    skipDuplicates: true,
  });
});
beforeEach(async () => {
  resetLimits();
  await pool().query('DELETE FROM rate_counter');
});
afterAll(closePortal);

interface Got {
  code: number;
  rows: number;
  text: string;
}
async function ask(
  name: string,
  input: Record<string, unknown>,
  caller: 'platformAdmin' | 'branchManager' = 'platformAdmin',
): Promise<Got> {
  resetLimits();
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  const headers = { 'x-forwarded-for': '192.0.2.1', ...(await headersOf(caller)) };
  const response =
    operation.method === 'GET'
      ? await handleSms(
          new Request(
            `${ORIGIN}/sms/${operation.path}?${new URLSearchParams(input as Record<string, string>).toString()}`,
            { headers },
          ),
        )
      : await handleSms(
          new Request(`${ORIGIN}/sms/${operation.path}`, {
            method: operation.method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          }),
        );
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const text = new TextDecoder().decode(bytes);
    const { code, data } = JSON.parse(text) as { code: number; data: { total?: number } | unknown[] | null };
    return { code, rows: Array.isArray(data) ? data.length : (data?.total ?? 0), text };
  }
  const rows = (await readXlsx(bytes)).sheets.flatMap((sheet) => sheet.rows.slice(1));
  return { code: response.status, rows: rows.length, text: JSON.stringify(rows) };
}

const FIELDS = Object.entries(SEARCHES).flatMap(([name, fields]) =>
  Object.entries(fields).map(([field, search]) => ({ name, field, search })),
);
const TEXTS = FIELDS.flatMap(({ search: { word, ...search }, ...rest }) =>
  word === null ? [] : [{ ...rest, search: { ...search, word } }],
);

it('every text that an operation of the registry reads by is in a table, and no table names another', () => {
  const found = Object.fromEntries(
    OPERATIONS.filter(isRead).flatMap((operation) => {
      const texts = textsOf(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Shape)
        .filter((path) => !DAYS.test(path))
        .sort();
      return texts.length === 0 ? [] : [[operation.name, texts]];
    }),
  );
  const said = Object.fromEntries(
    [...new Set([...Object.keys(SEARCHES), ...Object.keys(EXACT)])]
      .map(
        (name) =>
          [
            name,
            [...new Set([...Object.keys(SEARCHES[name] ?? {}), ...(EXACT[name] ?? [])])]
              .filter((path) => !DAYS.test(path))
              .sort(),
          ] as const,
      )
      .filter(([, texts]) => texts.length > 0),
  );
  expect(said).toEqual(found);
});

describe('wildcards', () => {
  it.each(TEXTS)(
    'are characters like others in $field of $name',
    async ({ name, field, search: { word, plant, input = {}, isPrefix = false } }) => {
      const count = async (text: string) => {
        const { code, rows } = await ask(name, { ...input, [field]: text });
        expect([text, code]).toEqual([text, 200]);
        return rows;
      };
      expect(await count(word)).toBeGreaterThan(0);
      const middle = Math.floor(word.length / 2);
      const patterns = [
        '%',
        '%%',
        '\\',
        `${word.slice(0, middle)}_${word.slice(middle + 1)}`,
        `${word.slice(0, middle)}%${word.slice(middle)}`,
        `${word}%`,
        `\\${word}`,
      ];
      // Others for each field, so that over all of them every pattern has its turn.
      for (const pattern of few(patterns, 2, `${name} ${field}`))
        expect([pattern, await count(pattern)]).toEqual([pattern, 0]);
      if (plant === undefined) return;
      await planted(plant, async () => {
        const parts = isPrefix ? ['5%x', '5%x_y', ODD] : ['5%x', 'x_y', 'y\\z', ODD];
        for (const part of few(parts, 1, `${name} ${field} is found by`))
          expect([part, await count(part)]).toEqual([part, 1]);
        const others = ['5_x', '5%x%y', 'y_z', 'y\\\\z'];
        for (const part of few(others, 1, `${name} ${field} is not found by`))
          expect([part, await count(part)]).toEqual([part, 0]);
      });
    },
  );
});

/** Puts the odd text there and what was there back. */
async function planted(statement: string, look: () => Promise<void>): Promise<void> {
  const [, table = '', column = '', where = ''] = /^UPDATE (\w+) SET (\w+) = .*?(WHERE .*)?$/.exec(statement) ?? [];
  const { rows } = await pool().query<Record<string, unknown>>(`SELECT ${column} FROM ${table} ${where}`);
  await pool().query(statement, [ODD]);
  try {
    await look();
  } finally {
    const value = rows[0]?.[column];
    await pool().query(`UPDATE ${table} SET ${column} = $1 ${where}`, [
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]);
  }
}

describe('a masked phone', () => {
  const PARTS = [
    ...[1, 3, 4, 5, 7, 10].map((length) => PHONE.slice(0, length)),
    ...[1, 2, 3, 5, 7, 8, 10].map((length) => PHONE.slice(-length)),
    PHONE.slice(3, 7),
    PHONE.slice(4, 8),
    PHONE.slice(2, 9),
    '8',
    `%${PHONE.slice(3, 7)}`,
    `139____4321`,
    `139%4321`,
  ];
  /** One of each kind: its beginning, its end, its middle, a digit, a pattern. */
  const KINDS_OF_PARTS = [PHONE.slice(0, 7), PHONE.slice(-8), PHONE.slice(3, 7), '8', '139%4321'];

  it.each(FIELDS)(
    'is found by no part of it but the last four digits in $field of $name',
    async ({ name, field, search: { word, input = {} } }) => {
      const faults: string[] = [];
      for (const caller of ['branchManager', 'platformAdmin'] as const) {
        // A field that looks at phones is asked everything; the others a few kinds, other ones for each.
        for (const part of isFull || word === null ? PARTS : few(KINDS_OF_PARTS, 1, `${name} ${field} ${caller}`)) {
          const { code, text } = await ask(name, { ...input, [field]: part }, caller);
          if (code >= 500 && code !== 511) faults.push(`${caller} ${part}: ${code}`);
          if (text.includes(MASKED)) faults.push(`${caller} ${part}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('is found by its last four digits and as a whole', async () => {
    for (const part of [PHONE.slice(-4), PHONE]) {
      for (const [name, input] of [
        ['queryApprovals', { key: part }],
        ['querySmsLog', { ...SMS_DAYS, phone: part }],
      ] as const) {
        const got = await ask(name, input, 'branchManager');
        expect([name, part, got.code, got.text.includes(MASKED)]).toEqual([name, part, 200, true]);
      }
    }
  });

  it('as a whole twenty times an hour, in all lists together, each in the audit log; the last four digits go on', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await ask('queryApprovals', { key: PHONE }, 'branchManager')).code).toBe(200);
      expect((await ask('querySmsLog', { ...SMS_DAYS, phone: '13900000000' }, 'branchManager')).code).toBe(200);
    }
    expect(await auditedChange('queryApprovals')).toEqual({ phoneSearch: { before: null, after: MASKED } });
    for (const [name, input] of [
      ['queryApprovals', { key: PHONE }],
      ['querySmsLog', { ...SMS_DAYS, phone: PHONE }],
      ['exportSmsLog', { ...SMS_DAYS, phone: PHONE }],
    ] as const) {
      expect([name, (await ask(name, input, 'branchManager')).code]).toEqual([name, 429]);
    }
    expect((await ask('queryApprovals', { key: PHONE.slice(-4) }, 'branchManager')).text).toContain(MASKED);
    // Somebody else has his own twenty; who is shown whole numbers needs none.
    expect((await ask('queryApprovals', { key: PHONE })).code).toBe(200);
    for (let count = 0; count < 22; count += 1)
      expect((await ask('querySmsLog', { ...SMS_DAYS, phone: PHONE })).code).toBe(200);
  });
});
