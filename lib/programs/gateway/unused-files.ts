import { pool } from '@/lib/platform/db/client';
import { fileStore } from '@/lib/platform/files/open-store';
import { removeBytes } from '@/lib/platform/files/stored-files';
import { removeFilesWithoutRow } from '@/lib/platform/files/unused-files';
import { logger } from '@/lib/platform/system/log';

/** Uploaded files that no form used: a dialog was closed, or a picture replaced before it was saved. */

const DAY_MS = 24 * 3_600_000;
const ROWS_A_DELETE = 1000;

/**
 * Files of these kinds are uploaded first and used by a form later; ATTACHED lists every place where a form stores
 * them.
 */
const KINDS = ['invoice', 'campus', 'feedback', 'announcement'];
const ATTACHED = `
  SELECT invoice_attachment_path AS path FROM users WHERE invoice_attachment_path IS NOT NULL
  UNION ALL SELECT attachment_path FROM user_approval WHERE attachment_path IS NOT NULL
  UNION ALL SELECT payload->>'invoiceAttachmentPath' FROM user_approval WHERE payload->>'invoiceAttachmentPath' IS NOT NULL
  UNION ALL SELECT logo FROM campus_view WHERE logo IS NOT NULL
  UNION ALL SELECT background FROM campus_view WHERE background IS NOT NULL
  UNION ALL SELECT jsonb_array_elements_text(images) FROM user_feedback
  UNION ALL SELECT jsonb_array_elements_text(images) FROM feedback_message
  UNION ALL SELECT (regexp_matches(message || coalesce(message_en, ''), '/sms/file/view/([A-Za-z0-9_-]{32}\\.[a-z]{3})', 'g'))[1] FROM announcement`;
const DELETE = `
  WITH attached AS (${ATTACHED})
  DELETE FROM stored_file WHERE path IN (
    SELECT path FROM stored_file f
     WHERE kind = ANY($1::stored_file_kind[]) AND create_date < $2 AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM attached a WHERE a.path = f.path)
     LIMIT ${ROWS_A_DELETE})
  RETURNING path`;

/**
 * Removes files that no form used within a day, the row first, and bytes without a row. A gateway that does not share
 * the folder of the uploads removes neither.
 */
export async function removeUnusedFiles(now: Date): Promise<void> {
  if (!(await fileStore().isShared())) return;
  const before = new Date(now.getTime() - DAY_MS);
  let removed = 0;
  for (let deleted = ROWS_A_DELETE; deleted === ROWS_A_DELETE;) {
    const { rows } = await pool().query<{ path: string }>(DELETE, [KINDS, before]);
    await removeBytes(rows.map(({ path }) => path));
    deleted = rows.length;
    removed += deleted;
  }
  if (removed > 0) logger('files').info({ removed }, 'files that nothing took were removed');
  await removeFilesWithoutRow(before);
}
