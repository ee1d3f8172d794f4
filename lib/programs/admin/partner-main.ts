import { failStart } from '@/lib/platform/system/lifecycle';
import { main } from './create-partner';

main(process.argv.slice(2)).catch(failStart);
