import { z } from 'zod';
import { KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { key, none, optionalKey, text } from '@/lib/platform/contract/schemas';
import { COLUMN_WIDTH, MAX_COLUMNS, MAX_VIEW_NAME, VIEWED_LISTS } from './value-sets';

/**
 * Named views of lists (api.md §2.2): filters, order and columns under a name, for the account itself or for its
 * colleagues.
 */

/** A filter, a sort field or a column, by its name in the list's definition. */
const word = z
  .string()
  .max(40, 'badKey')
  .regex(/^[A-Za-z]\w*$/, 'badKey');
const columns = z.array(word).max(MAX_COLUMNS, 'tooMany');

export const ViewContent = z.object({
  /** As in the URL. They only narrow the list: who opens the view still sees only their own scope. */
  filters: z
    .record(word, text(4000))
    .refine((filters) => Object.keys(filters).length <= 40, 'tooMany')
    .meta({ description: 'Filter to its text in the URL' }),
  sort: z.object({ field: word, order: z.enum(['asc', 'desc'], { error: 'badValue' }) }).nullable(),
  columns: z.object({
    /** The named columns come first, in this order. */
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
  /** It belongs to the caller, who may change it. */
  isOwn: z.boolean(),
  /** The caller's list opens with this view. */
  isDefault: z.boolean(),
  /** Display name of the owner. */
  owner: z.string(),
  ...ViewContent.shape,
});
export type ListView = z.output<typeof ListView>;

const ListViews = z.object({
  /** Does the caller have colleagues to share views with? */
  mayShare: z.boolean(),
  views: z.array(ListView),
});
export type ListViews = z.output<typeof ListViews>;

/**
 * The caller's own views of a list and those shared with the caller, by name. Errors: access_denied for a list that the
 * caller may not read.
 */
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
 * Stores a view; with `viewId` it updates their own view of that id. Errors: access_denied (a list the caller may not
 * read, sharing by an external customer), conflict (name taken, 20 views), not_found, no_object_permission.
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
    /** Absent: the content stays; required for a new view. */
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

/** The view with which the caller's list opens; null: none. Errors: access_denied, not_found, no_object_permission. */
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
