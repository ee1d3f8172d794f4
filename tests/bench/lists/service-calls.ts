import type pg from 'pg';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { callbackWhere, findCallbackPage } from '@/lib/features/callbacks/list';
import { queryErrorInspection } from '@/lib/features/error-inspection/contract';
import { episodeWhere, findEpisodePage } from '@/lib/features/error-inspection/list';
import { MAX_DAYS } from '@/lib/features/error-inspection/value-sets';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { findSymptomPage, symptomWhere } from '@/lib/features/symptoms/list';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { validate } from '@/lib/platform/contract/validate';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../../support/actors';
import { compare, compareList, countOf, rowsOf, SIZE, type Listed } from '../support/compare-list';

const CALLER = ['CALLBACK_READ', 'SYMPTOM_READ', 'ERROR_INSPECTION_READ'] as const;
const DAY_MS = 86_400_000;
const HEAD = actorOf(0, {}, [...CALLER]);
const SYMPTOM_ROW =
  's.symptom_id, s.symptom_definition_id, s.symptom_title, s.callback_id, s.equipment_no, s.equipment_text, s.category, s.symptom_state, s.create_date, s.closed_date, s.event_date, s.expired_date, s.city, s.cbstate, s.maintenance_company, s.product_line';

/** From the first moment of a day to the last of another, in Shanghai. */
const spanOf = (first: string, last: string) => [
  new Date(Date.parse(`${first}T00:00:00+08:00`)),
  new Date(Date.parse(`${last}T00:00:00+08:00`) + DAY_MS),
];

/** The symptom list at a million rows: each filter, two characters, and a branch. */
export async function measureSymptoms(client: pg.Client, branches: readonly string[]): Promise<void> {
  const parsed = (query: object) => validate(querySymptoms.input, { pageIndex: 1, pageSize: SIZE, ...query });
  const from = 'FROM symptom s JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL';
  const listed: Listed = {
    page: (query) => findSymptomPage(HEAD, DEFAULT_LANGUAGE, parsed(query)),
    count: async (query) =>
      db().symptom.count({ where: (await symptomWhere(HEAD, DEFAULT_LANGUAGE, parsed(query))).where }),
    total: async () => db().symptom.count({ where: (await symptomWhere(HEAD, DEFAULT_LANGUAGE, parsed({}))).where }),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT ${SYMPTOM_ROW} ${from} AND ${condition} ORDER BY s.create_date DESC, s.symptom_id DESC LIMIT ${SIZE}`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) ${from} AND ${condition}` }),
  };
  const search = (key: string) => ({
    query: { key },
    values: [key, `%${key}%`],
    condition:
      's.search_grams @> ARRAY[$1] AND (s.symptom_id ILIKE $2 OR s.equipment_no ILIKE $2 OR s.equipment_text ILIKE $2)',
  });
  await compareList(client, 'symptoms', listed, {
    'first page': { query: {}, condition: 'true' },
    'of the wall': {
      query: { categoryList: ['B', 'D'], symptomStateList: ['INIT', 'OPEN'] },
      condition: `s.category IN ('B', 'D') AND s.symptom_state IN ('INIT', 'OPEN')`,
    },
    'of a rare category': { query: { categoryList: ['A'] }, condition: `s.category = 'A'` },
    'search, two characters': search('\u4e2d\u5fc3'),
    'search, a title': {
      query: { symptomTitle: '\u8fc7\u70ed' },
      values: ['\u8fc7\u70ed', '%\u8fc7\u70ed%'],
      condition: 's.search_grams @> ARRAY[$1] AND s.symptom_title ILIKE $2',
    },
    'search, a unit': {
      query: { key: 'U0000123' },
      values: ['%U0000123%'],
      condition: `s.search_grams @> ARRAY['u0', '00', '01', '12', '23'] AND (s.symptom_id ILIKE $1 OR s.equipment_no ILIKE $1 OR s.equipment_text ILIKE $1)`,
    },
  });
  const branch = actorOf(2, { branches: branches.slice(0, 1) }, [...CALLER]);
  const values = [branches[0]];
  await compare(
    client,
    'symptoms of a branch',
    await rowsOf(() => findSymptomPage(branch, DEFAULT_LANGUAGE, parsed({}))),
    [listed.bareRows('s.branch_code = $1', values)],
  );
  await compare(
    client,
    'symptoms of a branch, count',
    await countOf(async () =>
      db().symptom.count({ where: (await symptomWhere(branch, DEFAULT_LANGUAGE, parsed({}))).where }),
    ),
    [listed.bareCount('s.branch_code = $1', values)],
  );
}

/** The list of call-outs at a million rows: its standing range, its filters, two characters of a description and of a unit's name. */
export async function measureCallbacks(client: pg.Client): Promise<void> {
  const range = { startCreateDate: '1979-01-01', endCreateDate: formatDate(Date.now()) };
  const parsed = (query: object) =>
    validate(queryCallbacks.input, { pageIndex: 1, pageSize: SIZE, ...range, ...query });
  const from =
    'FROM callback c JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND c.create_date >= $1 AND c.create_date < $2';
  const span = spanOf(range.startCreateDate, range.endCreateDate);
  const listed: Listed = {
    page: (query) => findCallbackPage(HEAD, parsed(query), 'zh-CN'),
    count: async (query) => db().callback.count({ where: (await callbackWhere(HEAD, parsed(query), 'zh-CN')).where }),
    total: async () => db().callback.count({ where: (await callbackWhere(HEAD, parsed({}), 'zh-CN')).where }),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT c.*, e.equipment_name ${from} AND ${condition} ORDER BY c.create_date DESC, c.callback_id DESC LIMIT ${SIZE}`,
    }),
    bareCount: (condition, values) => ({ values, text: `SELECT count(*) ${from} AND ${condition}` }),
  };
  await compareList(client, 'call-outs', listed, {
    'first page': { query: {}, condition: 'true', values: span },
    'of some states': {
      query: { jobStatus: ['INIT', 'PAGE'] },
      condition: `c.job_status IN ('INIT', 'PAGE')`,
      values: span,
    },
    'of trapped persons': { query: { person: 'personTrapped' }, condition: 'c.person_trapped', values: span },
    'a description': {
      query: { description: '\u56f0\u4eba' },
      condition: 'c.search_grams @> ARRAY[$3] AND c.job_description ILIKE $4',
      values: [...span, '\u56f0\u4eba', '%\u56f0\u4eba%'],
    },
  });
}

/** Fault episodes at a million rows: the longest range that may be asked for, and its filters. */
export async function measureEpisodes(client: pg.Client): Promise<void> {
  const now = Date.now();
  const range = { startDate: formatDate(now - (MAX_DAYS - 1) * DAY_MS), endDate: formatDate(now) };
  const parsed = (query: object) =>
    validate(queryErrorInspection.input, { pageIndex: 1, pageSize: SIZE, ...range, ...query });
  const from =
    'FROM error_inspection i JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND i.start_date >= $1 AND i.start_date < $2';
  const values = spanOf(range.startDate, range.endDate);
  const countOfQuery = async (query: object) =>
    db().errorInspection.count({ where: (await episodeWhere(HEAD, parsed(query))).where });
  const listed: Listed = {
    page: (query) => findEpisodePage(HEAD, parsed(query), 'zh-CN'),
    count: countOfQuery,
    total: () => countOfQuery({}),
    bareRows: (condition, given) => ({
      values: given,
      text: `SELECT i.*, e.equipment_name, (SELECT count(*) FROM error_inspection o WHERE o.equipment_no = i.equipment_no AND o.gb_code = i.gb_code AND o.start_date > i.start_date - interval '24 hours' AND o.start_date <= i.start_date) ${from} AND ${condition} ORDER BY i.start_date DESC, i.error_id DESC LIMIT ${SIZE}`,
    }),
    bareCount: (condition, given) => ({ values: given, text: `SELECT count(*) ${from} AND ${condition}` }),
  };
  await compareList(client, 'fault episodes', listed, {
    'first page': { query: {}, condition: 'true', values },
    'of a code': { query: { gbCode: '02' }, condition: `i.gb_code = '02'`, values },
    'not judged': {
      query: { results: ['PENDING', 'WATCH'] },
      condition: `i.result IN ('PENDING', 'WATCH')`,
      values,
    },
    'of trapped persons': { query: { trapped: 1 }, condition: 'i.trapped', values },
  });
}
