import { OPERATIONS } from '@/lib/platform/door/registry';
it('x', () => { console.log(OPERATIONS.map(({name,method,audit,summary,access}) => [name, audit ?? (method==='GET'?'view':'?'), access.kind, summary].join('|')).join('\n')); });
