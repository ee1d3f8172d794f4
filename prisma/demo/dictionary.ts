import type { Queryable } from '@/lib/platform/db/client';
import controllerCodes from '@/lib/features/dictionaries/seeds/controller-codes.json';
import { CONTROLLER_CODES } from './codes';

/** What the demo installation adds to the dictionaries of every installation, as its own administrator would. */
const LINES = [
  'VERTA 200 MRL',
  'VERTA 300',
  'VERTA 500',
  'VERTA 900 HS',
  'PANO 300',
  'CARGO 200',
  'STELA E',
  'STELA T',
  'STRADA W',
] as const;

/** Its product lines, and the texts of its own controllers where the standard means something else by a number. */
export async function addDemoWords(sql: Queryable): Promise<void> {
  await sql.query(
    `INSERT INTO option (name, value, label, label_en, sort)
     SELECT 'productLine', line, line, line, at - 1 FROM unnest($1::text[]) WITH ORDINALITY AS l(line, at) ON CONFLICT DO NOTHING`,
    [[...LINES]],
  );
  await sql.query(
    `INSERT INTO gb_code_dict (gb_code, text, text_en, error, kind, rule)
     SELECT r.code, r.text, r."textEn", r.error, r.kind, r.rule
       FROM jsonb_to_recordset($1::jsonb) AS r(code text, text text, "textEn" text, error boolean, kind gb_code_kind, rule text) ON CONFLICT DO NOTHING`,
    [JSON.stringify(controllerCodes)],
  );
  const codes = CONTROLLER_CODES.map(({ code, text, textEn, isError }) => ({ code, text, textEn, isError }));
  await sql.query(
    `UPDATE gb_code_dict d SET text = r.text, text_en = r."textEn", error = r."isError"
       FROM jsonb_to_recordset($1::jsonb) AS r(code text, text text, "textEn" text, "isError" boolean)
      WHERE d.gb_code = r.code AND (d.text, d.text_en, d.error) IS DISTINCT FROM (r.text, r."textEn", r."isError")`,
    [JSON.stringify(codes)],
  );
}
