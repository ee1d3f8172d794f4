import { query } from './ledger-boxes';

/** Chinese that persons or other systems wrote, by where it is stored: everything else on a page is the portal's own. */

/** Names and places: a page may show a part of one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  branch: ['branch_name', 'branch_full_name'],
  callback: ['technician_name', 'caller_name'],
  campus_apply: ['apply_username'],
  campus_view: ['title'],
  campus_view_equipment: ['equipment_nick_name'],
  contract: ['project_name'],
  equipment: [
    'equipment_name',
    'building_name',
    'address',
    'province',
    'city',
    'district',
    'street',
    'house_no',
    'customer_name',
  ],
  equipment_group: ['group_name'],
  invoice_customer: ['customer_name'],
  key_account: ['name'],
  list_view: ['name'],
  maintenance_job: [
    'plan_technician1_name',
    'plan_technician2_name',
    'actual_technician1_name',
    'actual_technician2_name',
  ],
  maintenance_report: ['equipment_desc', 'building_name', 'mnt_owners'],
  maintenance_signature: ['signer_name'],
  inspection: ['technician_name'],
  partner: ['name'],
  project: ['project_name', 'address'],
  symptom: ['city', 'maintenance_company'],
  technician: ['technician_name'],
  user_approval: [`payload #>> '{user,nickName}'`],
  user_strategy: ['strategy_name'],
  users: ['nick_name'],
};

/** Texts: only the whole of one is a person's. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  announcement: ['title', 'title_en'],
  callback_status: ['reason'],
  callback: ['job_tech_remark'],
  camera: ['remark'],
  campus_apply: ['description', 'comment'],
  contract: ['follow_note'],
  edge_cube: ['remark'],
  smart_screen: ['remark'],
  screen_notice: ['text'],
  equipment_group: ['remark'],
  equipment_group_log: ['reason'],
  // What a controller says of its event, beside the portal's own words for the code.
  equipment_event: ['message'],
  equipment_warn: ['warn_desc'],
  error_inspection: ['comment'],
  feedback_message: ['text'],
  inspection: ['comments'],
  inspection_history: ['comments'],
  // Sent as they are, in the language of who got them.
  mail_log: ['subject'],
  sms_log: ['content'],
  // The check list of TSG T5002 is in the language of the work (readings 93).
  maintenance_item: ['item', 'requirement', 'remark'],
  maintenance_item_template: ['item', 'requirement'],
  maintenance_part: ['name'],
  maintenance_step: ['reason'],
  off_maintenance: ['note'],
  symptom: ['close_reason'],
  user_approval: ['comment'],
  user_feedback: ['content'],
};

/** What a box calls what it logs, in its own language: only a text that says nothing else is a box's. */
const BOXES = { equipment_log: ['cn_type', 'log_desc', 'status'] };

/** What callers reported; a rule's words are the portal's. */
const REPORTED = `SELECT job_description AS said FROM callback WHERE callback_type NOT LIKE 'Telemonitoring%'`;
/** Roles that an administrator made. */
const OWN_ROLES = `SELECT role AS said FROM role WHERE NOT seeded UNION SELECT description FROM role WHERE NOT seeded`;

const HAN = '[\u4e00-\u9fff]';

export interface PersonWords {
  /** What of a text is nobody's: Chinese of the portal itself. */
  readonly rest: (text: string) => string[];
}

const columnsOf = (tables: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(tables)
    .flatMap(([table, columns]) => columns.map((column) => `SELECT ${column} AS said FROM ${table}`))
    .join(' UNION ');

/** What stands in these columns, in Chinese. */
async function read(sql: string): Promise<string[]> {
  const rows = await query<{ said: string }>(`SELECT said FROM (${sql}) AS written WHERE said ~ '${HAN}'`);
  return rows.map(({ said }) => said);
}

/** Chinese with the letters and digits beside it, as in `165号C座`. */
const WORD = new RegExp(`[\\w-]*${HAN}(?:[\\w-]*${HAN})*[\\w-]*`, 'g');
const RUN = new RegExp(`${HAN}+`, 'g');

export async function readPersonWords(): Promise<PersonWords> {
  const names = (await read(columnsOf(NAMES))).concat(await read(OWN_ROLES)).join('\n');
  const texts = (await read(columnsOf(TEXTS))).concat(await read(REPORTED));
  // The longest first, so that a short text leaves no piece of a long one.
  texts.sort((one, other) => other.length - one.length);
  const boxes = new Set(await read(columnsOf(BOXES)));
  const isName = (word: string) => word.length > 1 && names.includes(word);
  const nobodys = (text: string) =>
    (text.match(WORD) ?? [])
      .filter((word) => !isName(word))
      .flatMap((word) => word.match(RUN) ?? [])
      .filter((run) => !isName(run));
  return {
    rest(text) {
      if (boxes.has(text.trim().replace(/^Content of [\d-]+ [\d:]+ /, ''))) return [];
      // The initial of an account's name, and a name that ends in an ellipsis.
      if (/^.$/u.test(text.trim()) && names.includes(text.trim())) return [];
      const shown = text.replace(new RegExp(`[,，]?[\\w-]*${HAN}*…$`), '');
      if (nobodys(shown).length === 0) return [];
      return nobodys(texts.reduce((rest, one) => (rest.includes(one) ? rest.replaceAll(one, ' ') : rest), shown));
    },
  };
}
