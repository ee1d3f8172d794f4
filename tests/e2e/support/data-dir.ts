/** Data folder of the running portal that is looked at. */
export const dataDir = process.env.E2E_DATA_DIR ?? '.data';
