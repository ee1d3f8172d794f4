import { failStart } from '@/lib/platform/system/lifecycle';
import { main } from './import-files';

main(process.argv.slice(2)).catch(failStart);
