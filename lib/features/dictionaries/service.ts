import { db } from '@/lib/platform/db/client';
import { serve } from '@/lib/platform/contract/serve';
import { getOptions } from './contract';

export const services = [
  serve(getOptions, (_, { name }) =>
    db().option.findMany({
      where: { name, enabled: true },
      orderBy: [{ sort: 'asc' }, { value: 'asc' }],
      select: { value: true, label: true, labelEn: true },
    }),
  ),
];
