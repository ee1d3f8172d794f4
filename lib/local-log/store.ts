import { keptDays, MAX_DAY_BYTES, type LogEntry } from './rules';

/** The browser's database behind the log. Every function rejects when the browser allows no storage. */

const NAME = 'local-log';
const VERSION = 1;
const ENTRIES = 'entries';
/** Index of one user's day, in the order of time. */
const BY_DAY = 'by-day';
const BY_DATE = 'by-date';

type Stored = LogEntry & { id: number };

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true });
      store.createIndex(BY_DAY, ['username', 'day', 'at']);
      store.createIndex(BY_DATE, 'day');
    };
    request.onsuccess = () => {
      // Another tab brings a newer version: this one must not keep it waiting.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('no storage'));
    request.onblocked = () => reject(new Error('blocked'));
  });
  opened.catch(() => { opened = undefined; });
  return opened;
}

const done = (transaction: IDBTransaction) => new Promise<void>((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onerror = () => reject(transaction.error ?? new Error('failed'));
  transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
});
const result = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new Error('failed'));
});

const dayRange = (username: string, day: string) => IDBKeyRange.bound([username, day, 0], [username, day, Number.MAX_SAFE_INTEGER]);

/** Deletes what the cursor of a request meets until `keep` says stop. */
function deleteWhile(request: IDBRequest<IDBCursorWithValue | null>, isOver: (entry: Stored) => boolean): void {
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor || isOver(cursor.value as Stored)) return;
    cursor.delete();
    cursor.continue();
  };
}

/** The entries of one user's day, oldest first. */
export async function readDay(username: string, day: string): Promise<LogEntry[]> {
  const database = await open();
  return result(database.transaction(ENTRIES).objectStore(ENTRIES).index(BY_DAY).getAll(dayRange(username, day)) as IDBRequest<LogEntry[]>);
}

/** Adds entries of one user; when a day is full, its oldest go first (doc1 §9: about 5 MB a day). */
export async function addEntries(entries: readonly LogEntry[], maxBytes = MAX_DAY_BYTES): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const database = await open();
  const transaction = database.transaction(ENTRIES, 'readwrite');
  const store = transaction.objectStore(ENTRIES);
  for (const entry of entries) store.add(entry);
  const finished = done(transaction);
  const kept = (await result(store.index(BY_DAY).getAll(dayRange(first.username, first.day)) as IDBRequest<Stored[]>)).map(({ size }) => size);
  let excess = kept.reduce((sum, size) => sum + size, 0) - maxBytes;
  if (excess > 0) {
    deleteWhile(store.index(BY_DAY).openCursor(dayRange(first.username, first.day)), ({ size }) => {
      if (excess <= 0) return true;
      excess -= size;
      return false;
    });
  }
  await finished;
}

/** Forgets the days that are over, of everybody who used this browser. */
export async function dropOldDays(now: number): Promise<void> {
  const oldest = keptDays(now).at(-1) ?? '';
  const database = await open();
  const transaction = database.transaction(ENTRIES, 'readwrite');
  deleteWhile(transaction.objectStore(ENTRIES).index(BY_DATE).openCursor(IDBKeyRange.upperBound(oldest, true)), () => false);
  await done(transaction);
}

/** Clears one day of a user, or all of them. */
export async function clearEntries(username: string, day?: string): Promise<void> {
  const database = await open();
  const transaction = database.transaction(ENTRIES, 'readwrite');
  const range = day === undefined ? IDBKeyRange.bound([username, '', 0], [username, '9999', 0]) : dayRange(username, day);
  deleteWhile(transaction.objectStore(ENTRIES).index(BY_DAY).openCursor(range), () => false);
  await done(transaction);
}
