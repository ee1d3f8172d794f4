/**
 * Photos that the server does not have yet, in the browser's database: a machine room has no signal, and the tab may be
 * closed meanwhile. Where the browser keeps nothing, they last as long as the page.
 */

export interface WaitingPhoto {
  readonly id: string;
  readonly jobNo: string;
  /** Of the check item. */
  readonly no: number;
  readonly file: Blob;
}

const NAME = 'maintenance-photos';
const STORE = 'photos';

const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  const database = await result(request);
  try {
    return await result(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Those of a job, in the order in which they were taken. */
export async function waitingPhotos(jobNo: string): Promise<WaitingPhoto[]> {
  try {
    const all = await withStore('readonly', (store) => store.getAll() as IDBRequest<WaitingPhoto[]>);
    return all.filter((photo) => photo.jobNo === jobNo);
  } catch {
    return [];
  }
}

export const keepWaiting = (photo: WaitingPhoto): Promise<void> =>
  withStore('readwrite', (store) => store.put(photo)).then(
    () => undefined,
    () => undefined,
  );

export const forgetWaiting = (id: string): Promise<void> =>
  withStore('readwrite', (store) => store.delete(id)).then(
    () => undefined,
    () => undefined,
  );
