import { failStart } from '@/lib/platform/system/lifecycle';
import { main } from './sign-in-policy';

main(process.argv.slice(2)).catch(failStart);
