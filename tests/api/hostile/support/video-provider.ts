const CALLS = new Set(['getVideoUrl', 'startVideo', 'downloadRecord']);

/** A 502 of these calls is the word of a camera or its platform (api.md §2.10): offline, nothing recorded. It is no fault. */
export const isVideoProvidersWord = (operation: string, status: number): boolean =>
  status === 502 && CALLS.has(operation);
