// What a migration must not do, because the version before still runs beside it (docs/decisions/023-expand-and-contract.md):
// processes of N and N + 1 share the database during an upgrade, and people may go back by one.

/** Millions of rows: whatever reads all of them under a lock stops boxes or people for minutes. */
export const LARGE_TABLES = [
  'activity',
  'api_access_log',
  'callback',
  'callback_fact',
  'equipment_day',
  'equipment_event',
  'equipment_hour',
  'equipment_log',
  'equipment_trace',
  'error_inspection',
  'maintenance_item',
  'maintenance_job',
  'notification',
  'sms_log',
  'symptom',
];

/**
 * Migrations that broke a rule before there was one, and those that may: the second half of a change whose first half is at
 * least one version older. With the day on which somebody decided that, and why.
 * @type {Record<string, { day: string, why: string, faults: string[] }>}
 */
export const ALLOWED = {
  '20261125172111_facts': {
    day: '2026-11-26',
    why: 'before the first version; the table is counted anew from others',
    faults: [
      'lock: truncate project_day',
      'drop: project_day drop constraint project_day_pkey',
      'drop: project_day drop column callbacks',
      'drop: project_day drop column entrapments',
      'drop: project_day drop column equipment_callbacks',
      'drop: project_day drop column valid_units',
      'stricter: project_day add column display_type display_type not null',
      'stricter: project_day add column energy_units integer not null',
      'stricter: project_day add column passenger_units integer not null',
      'stricter: project_day add column run_units integer not null',
      'stricter: project_day add column seen_units integer not null',
      'stricter: project_day add column trip_units integer not null',
      'stricter: project_day add constraint project_day_pkey primary key (project_id,',
    ],
  },
  '20261125172217_statistics_indexes': {
    day: '2026-11-26',
    why: 'before the first version',
    faults: ['lock: callback add column create_month integer not null', 'lock: index on callback'],
  },
  '20261125195033_energy_powers': {
    day: '2026-11-26',
    why: 'before the first version; the columns moved to energy_power',
    faults: [
      'drop: energy_parameter drop column crawl_power',
      'drop: energy_parameter drop column rated_power',
      'drop: energy_parameter drop column standby_power',
    ],
  },
  '20261126083249_box_config_versions': {
    day: '2026-11-26',
    why: 'before the first version; the column moved to edge_cube',
    faults: ['drop: equipment_status drop column config_version'],
  },
};

/** Statements without comments; bodies of functions are empty, those of DO blocks are read. */
export function statementsOf(sql) {
  const plain = sql
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''");
  const bare = plain.replace(/\$(\w*)\$([\s\S]*?)\$\1\$/g, (_all, _tag, body, offset) =>
    /\bdo\s*(language\s+\w+\s*)?$/i.test(plain.slice(0, offset)) ? `;${body};` : "''",
  );
  return bare
    .split(';')
    .map((statement) => statement.replace(/"/g, '').replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

const NAME = '(?:if (?:not )?exists )?(?:only )?(?:public\\.)?(\\w+)';
const first = (pattern, text) => new RegExp(pattern, 'i').exec(text)?.[1]?.toLowerCase();

/**
 * What is wrong with a migration; empty: nothing.
 * @param {string} sql
 * @returns {string[]} `rule: what`, in the order of the statements
 */
export function faultsOf(sql) {
  const statements = statementsOf(sql);
  const made = new Set(statements.map((one) => first(`^create (?:unlogged )?table ${NAME}`, one)).filter(Boolean));
  const isOld = (table) => table !== undefined && !made.has(table);
  return statements.flatMap((one) => faultsOfStatement(one, { isOld, statements }));
}

function faultsOfStatement(one, { isOld, statements }) {
  const text = one.toLowerCase();
  const dropped = /^drop (table|type|view|materialized view|schema|sequence|index|function|trigger|domain) /.exec(
    text,
  )?.[1];
  if (dropped) return faultsOfDrop(text, dropped, statements);
  if (/^(lock table|lock |truncate|cluster|vacuum|reindex(?!.* concurrently))/.test(text))
    return [`lock: ${head(text)}`];
  if (/^alter type .* rename/.test(text)) return [`rename: ${head(text)}`];
  const indexed = first(`^create (?:unique )?index .*? on ${NAME}`, one);
  if (indexed && isOld(indexed)) {
    if (/^create unique index/.test(text)) return [`stricter: unique index on ${indexed}`];
    if (LARGE_TABLES.includes(indexed) && !text.includes(' concurrently ')) return [`lock: index on ${indexed}`];
    if (text.includes(' concurrently ') && statements.length > 1)
      return [`lock: an index made concurrently stands alone`];
    return [];
  }
  const altered = first(`^alter table ${NAME}`, one);
  return isOld(altered) ? faultsOfChange(text, altered) : [];
}

function faultsOfDrop(text, kind, statements) {
  // Replaced by one of the same name.
  const name = /^drop \w+ (?:if exists )?(\w+)/.exec(text)?.[1];
  const isReplaced =
    ['function', 'trigger'].includes(kind) &&
    statements.some((one) => new RegExp(`^create (or replace )?${kind} ${name}\\b`, 'i').test(one));
  return isReplaced ? [] : [`drop: ${head(text)}`];
}

function faultsOfChange(text, table) {
  const found = [];
  // Each part of `ALTER TABLE a, b, c`; commas within brackets belong to their part.
  const parts = splitOutside(text.replace(/^alter table (if exists )?(only )?\S+ /, ''));
  for (const part of parts) {
    if (/^drop (column |constraint )/.test(part) || /^drop (?!not null|default|expression|identity)/.test(part))
      found.push(`drop: ${table} ${head(part)}`);
    if (/^rename /.test(part)) found.push(`rename: ${table} ${head(part)}`);
    if (/^alter (column )?\w+ (set data )?type /.test(part)) found.push(`lock: ${table} ${head(part)}`);
    if (/^alter (column )?\w+ set not null/.test(part)) found.push(`stricter: ${table} ${head(part)}`);
    if (/^add column |^add (?!constraint|check|unique|primary|foreign|exclude)/.test(part)) {
      if (/ generated always as \(/.test(part) && / stored/.test(part)) found.push(`lock: ${table} ${head(part)}`);
      else if (
        /\b(big|small)?serial\b|\b(gen_random_uuid|random|nextval|clock_timestamp|uuid_generate\w*)\(/.test(part)
      )
        found.push(`lock: ${table} ${head(part)}`);
      else if (/ not null/.test(part) && !/ default /.test(part)) found.push(`stricter: ${table} ${head(part)}`);
    }
    if (/^add (constraint \w+ )?(check|unique|primary key|exclude|foreign key)\b/.test(part)) {
      if (/(check|unique|primary key|exclude)\b/.test(part) && !/ foreign key/.test(part))
        found.push(`stricter: ${table} ${head(part)}`);
      else if (LARGE_TABLES.includes(table) && !/ not valid/.test(part)) found.push(`lock: ${table} ${head(part)}`);
    }
    if (/^set (logged|unlogged|tablespace)/.test(part)) found.push(`lock: ${table} ${head(part)}`);
  }
  return found;
}

const head = (text) => text.split(' ').slice(0, 6).join(' ');

function splitOutside(text) {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
