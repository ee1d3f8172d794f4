import { z } from 'zod';
import { KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { key, none, optionalKey, text } from '@/lib/platform/contract/schemas';
import { COLUMN_WIDTH, MAX_COLUMNS, MAX_VIEW_NAME, VIEWED_LISTS } from './value-sets';

/** Named views of lists (api.md §2.2): filters, order and columns under a name, for oneself or for one's own house. */

/** A filter, a sort field or a column, as the list's definition calls it. */
const word = z
  .string()
  .max(40, 'badKey')
  .regex(/^[A-Za-z]\w*$/, 'badKey');
const columns = z.array(word).max(MAX_COLUMNS, 'tooMany');

export const ViewContent = z.object({
  /** As they stand in the URL. They only narrow: whoever opens the view asks within his own scope. */
  filters: z
    .record(word, text(4000))
    .refine((filters) => Object.keys(filters).length <= 40, 'tooMany')
    .meta({ description: 'Filter to its text in the URL' }),
  sort: z.object({ field: word, order: z.enum(['asc', 'desc'], { error: 'badValue' }) }).nullable(),
  columns: z.object({
    /** Those named stand first, in this order. */
    order: columns,
    hidden: columns,
    /** px */
    widths: z
      .record(word, z.number().min(COLUMN_WIDTH.least, 'badValue').max(COLUMN_WIDTH.most, 'badValue'))
      .refine((widths) => Object.keys(widths).length <= MAX_COLUMNS, 'tooMany'),
  }),
});
export type ViewContent = z.output<typeof ViewContent>;

const list = z.enum(VIEWED_LISTS, { error: 'badValue' });

const ListView = z.object({
  viewId: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  /** Of the caller: who may change it. */
  isOwn: z.boolean(),
  /** The caller's list opens with it. */
  isDefault: z.boolean(),
  /** Display name of whose it is. */
  owner: z.string(),
  ...ViewContent.shape,
});
export type ListView = z.output<typeof ListView>;

const ListViews = z.object({
  /** Has the caller somebody to share views with? */
  mayShare: z.boolean(),
  views: z.array(ListView),
});
export type ListViews = z.output<typeof ListViews>;

/** The caller's own views of a list and those shared with him, by name. Errors: access_denied for a list he may not read. */
export const listViews = operation({
  name: 'listViews',
  method: 'GET',
  path: 'listView/{list}',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ list }),
  output: ListViews,
  summary: 'Named views of a list (api.md §2.2)',
});

/**
 * Keeps a view; with `viewId` the own one of that id. Errors: access_denied (a list the caller may not read, sharing by an
 * external customer), conflict (name taken, 20 views), not_found, no_object_permission.
 */
export const saveListView = operation({
  name: 'saveListView',
  method: 'POST',
  path: 'listView/save',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({
    viewId: optionalKey,
    list,
    name: text(MAX_VIEW_NAME, 'required').min(1, 'required'),
    isShared: z.boolean({ error: 'badValue' }).default(false),
    /** Absent: the view keeps its own; required for a new one. */
    content: ViewContent.optional(),
  }),
  output: z.object({ viewId: z.string() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Keeps a named view of a list (api.md §2.2)',
  audit: 'update',
});

/** Deletes an own view. Errors: not_found, no_object_permission. */
export const deleteListView = operation({
  name: 'deleteListView',
  method: 'DELETE',
  path: 'listView/{viewId}',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ viewId: key }),
  output: none,
  summary: 'Deletes an own named view (api.md §2.2)',
  audit: 'delete',
});

/** With which view the caller's list opens; null: with none. Errors: access_denied, not_found, no_object_permission. */
export const chooseListView = operation({
  name: 'chooseListView',
  method: 'POST',
  path: 'listView/default',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ list, viewId: key.nullable() }),
  output: none,
  summary: 'The view that a list opens with (api.md §2.2)',
  audit: 'update',
});

export const listViewOperations = [listViews, saveListView, deleteListView, chooseListView];
