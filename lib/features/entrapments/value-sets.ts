/** Who said that the trapped persons are free (readings 248). */
export const RELEASE_SOURCES = ['box', 'person', 'technician'] as const;
export type ReleaseSource = (typeof RELEASE_SOURCES)[number];
