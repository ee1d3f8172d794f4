import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import { Grid } from './grid';

export const dynamic = 'force-dynamic';

export default function GridPage() {
  return (
    <AppRouterCacheProvider>
      <Grid />
    </AppRouterCacheProvider>
  );
}
