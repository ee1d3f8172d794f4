import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import { rowsOf } from '../statements';
import { RowGrid } from './row-grid';

export const dynamic = 'force-dynamic';

/** The first page of the list, read by the portal's own statements and drawn by the same grid. */
export default async function RowsPage() {
  const rows = await rowsOf('page');
  return (
    <AppRouterCacheProvider>
      <RowGrid rows={rows.map((row, id) => ({ ...row, id }))} />
    </AppRouterCacheProvider>
  );
}
