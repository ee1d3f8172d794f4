/** The project of the project dashboard, kept by the browser (silent-screens D4). */

const KEY = 'kaProjectId';

export function storeProject(projectId: string | null): void {
  try {
    if (projectId === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, projectId);
  } catch {
    // Without storage the address alone remembers it.
  }
}

export function storedProject(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
