import { keptDays, MAX_DAY_BYTES, type LocalLogEntry } from './rules';

/** The browser's database behind the log. Every function rejects when the browser allows no storage. */

const NAME = 'local-log';
const VERSION = 2;
const ENTRIES = 'entries';
/** The size of each user's day, so that adding an entry reads nothing else. */
const TOTALS = 'totals';
/** Index of one user's day, in the order of time. */
const BY_DAY = 'by-day';
const BY_DATE = 'by-date';

type StoredLogEntry = LocalLogEntry & { id: number };
interface Total {
  readonly username: string;
  readonly day: string;
  readonly bytes: number;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        const store = request.result.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true });
        store.createIndex(BY_DAY, ['username', 'day', 'at']);
        store.createIndex(BY_DATE, 'day');
      }
      request.result.createObjectStore(TOTALS, { keyPath: ['username', 'day'] }).createIndex(BY_DATE, 'day');
    };
    request.onsuccess = () => {
      // Another tab needs a newer version: this tab must not block it.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('no storage'));
    request.onblocked = () => reject(new Error('blocked'));
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

const done = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'));
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });

const writing = async () => (await open()).transaction([ENTRIES, TOTALS], 'readwrite');
const dayRange = (username: string, day: string) =>
  IDBKeyRange.bound([username, day, 0], [username, day, Number.MAX_SAFE_INTEGER]);

/** Deletes what the cursor of a request meets until `isOver` says stop. */
const deleteWhile = (
  request: IDBRequest<IDBCursorWithValue | null>,
  isOver: (entry: StoredLogEntry) => boolean = () => false,
) =>
  new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error('failed'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || isOver(cursor.value as StoredLogEntry)) return resolve();
      cursor.delete();
      cursor.continue();
    };
  });

/** The entries of one user's day, oldest first. */
export async function readDay(username: string, day: string): Promise<LocalLogEntry[]> {
  const database = await open();
  return result(
    database.transaction(ENTRIES).objectStore(ENTRIES).index(BY_DAY).getAll(dayRange(username, day)) as IDBRequest<
      LocalLogEntry[]
    >,
  );
}

const sizeOf = (entries: readonly LocalLogEntry[]) => entries.reduce((sum, { size }) => sum + size, 0);

/** The size of a day; counted once when an earlier version stored no total. */
async function bytesOf(
  entries: IDBObjectStore,
  totals: IDBObjectStore,
  username: string,
  day: string,
): Promise<number> {
  const total = await result(totals.get([username, day]) as IDBRequest<Total | undefined>);
  return (
    total?.bytes ??
    sizeOf(await result(entries.index(BY_DAY).getAll(dayRange(username, day)) as IDBRequest<LocalLogEntry[]>))
  );
}

async function addTo(
  transaction: IDBTransaction,
  added: readonly LocalLogEntry[],
  { username, day }: LocalLogEntry,
  maxBytes: number,
): Promise<void> {
  const [entries, totals] = [transaction.objectStore(ENTRIES), transaction.objectStore(TOTALS)];
  let bytes = (await bytesOf(entries, totals, username, day)) + sizeOf(added);
  for (const entry of added) entries.add(entry);
  if (bytes > maxBytes) {
    await deleteWhile(entries.index(BY_DAY).openCursor(dayRange(username, day)), ({ size }) => {
      if (bytes <= maxBytes) return true;
      bytes -= size;
      return false;
    });
  }
  totals.put({ username, day, bytes } satisfies Total);
}

/** Adds entries of one user's day; when it is full, its oldest go first (doc1 §9: about 5 MB a day). */
export async function addEntries(entries: readonly LocalLogEntry[], maxBytes = MAX_DAY_BYTES): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const transaction = await writing();
  await Promise.all([done(transaction), addTo(transaction, entries, first, maxBytes)]);
}

/** Deletes days that are over, for every user of this browser. */
export async function dropOldDays(now: number): Promise<void> {
  const before = IDBKeyRange.upperBound(keptDays(now).at(-1) ?? '', true);
  const transaction = await writing();
  await Promise.all([
    done(transaction),
    ...[ENTRIES, TOTALS].map((name) => deleteWhile(transaction.objectStore(name).index(BY_DATE).openCursor(before))),
  ]);
}

/** Clears one day of a user, or all of them. */
export async function clearEntries(username: string, day?: string): Promise<void> {
  const transaction = await writing();
  const [first, last] = [day ?? '', day ?? '9999'];
  transaction.objectStore(TOTALS).delete(IDBKeyRange.bound([username, first], [username, last]));
  const entries = transaction
    .objectStore(ENTRIES)
    .index(BY_DAY)
    .openCursor(IDBKeyRange.bound([username, first, 0], [username, last, Number.MAX_SAFE_INTEGER]));
  await Promise.all([done(transaction), deleteWhile(entries)]);
}
