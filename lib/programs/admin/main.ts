import { failStart } from '@/lib/platform/system/lifecycle';
import { main } from './create-admin';

main(process.argv.slice(2)).catch(failStart);
