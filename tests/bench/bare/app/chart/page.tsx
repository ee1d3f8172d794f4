import { Chart } from './chart';

export const dynamic = 'force-dynamic';

export default function ChartPage() {
  return <Chart />;
}
