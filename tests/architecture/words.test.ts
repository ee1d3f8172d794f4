import { readFileSync } from 'node:fs';
import { LIST_OPERATIONS } from '@/lib/features/list-views/lists';
import { VIEWED_LISTS } from '@/lib/features/list-views/value-sets';
import { authorityGroup, authorityRank, AUTHORITY_GROUPS } from '@/lib/platform/contract/authority-groups';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { LANGUAGES } from '@/lib/platform/i18n/languages';
import { accessLogList } from '@/components/access-log/access-log-list';
import { announcementList, noticeList } from '@/components/announcements/lists';
import { approvalList } from '@/components/approvals/approval-list';
import { authorityList } from '@/components/authorities/authority-list';
import { branchList } from '@/components/branches/branch-list';
import { callbackList } from '@/components/callbacks/callback-list';
import { cameraList } from '@/components/cameras/camera-list';
import { applicationList } from '@/components/campus-applications/application-list';
import { equipmentList } from '@/components/equipment/equipment-list';
import { errorList } from '@/components/error-inspection/error-list';
import { feedbackList } from '@/components/feedback/feedback-list';
import { gatewayList } from '@/components/gateways/gateway-list';
import { jobList } from '@/components/jobs/job-list';
import { proGatewayList } from '@/components/pro-gateways/pro-gateway-list';
import { projectList } from '@/components/projects/project-list';
import { roleList } from '@/components/roles/role-list';
import { strategyList } from '@/components/strategies/strategy-list';
import { symptomList } from '@/components/symptoms/symptom-list';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { userListOf } from '@/components/users/user-list';

/** What people read of names in the code: every authority and every operation that the log tells of, in both languages. */

const messages = (language: string, name: string) =>
  JSON.parse(readFileSync(`messages/${language}/${name}.json`, 'utf8')) as Record<string, Record<string, string>>;

describe.each(LANGUAGES)('in %s', (language) => {
  const { name = {}, group = {} } = messages(language, 'authorityNames');
  it('every authority has a name of its own, and its group one', () => {
    expect(AUTHORITIES.filter((authority) => !name[authority]?.trim())).toEqual([]);
    expect(Object.keys(name).filter((one) => !AUTHORITIES.some((authority) => authority === one))).toEqual([]);
    expect(new Set(Object.values(name)).size).toBe(AUTHORITIES.length);
    expect(Object.keys(group).sort()).toEqual([...Object.keys(AUTHORITY_GROUPS), 'other'].sort());
  });

  it('every operation whose line the audit log shows at first has words', () => {
    const { said = {} } = messages(language, 'accessLog');
    const told = OPERATIONS.filter(
      ({ method, access, audit = method === 'GET' ? 'view' : undefined }) =>
        audit !== 'view' && audit !== 'none' && access.kind !== 'internal' && access.kind !== 'cube',
    ).map((operation) => operation.name);
    expect(told.length).toBeGreaterThan(60);
    expect(told.filter((one) => !said[one]?.trim())).toEqual([]);
    const known = new Set(OPERATIONS.map((operation) => operation.name));
    expect(Object.keys(said).filter((one) => !known.has(one))).toEqual([]);
  });
});

it('every authority stands in exactly one group', () => {
  const grouped: readonly string[] = Object.values(AUTHORITY_GROUPS).flat();
  expect([...grouped].sort()).toEqual([...AUTHORITIES].sort());
  expect(authorityGroup('SHAFT_READ')).toBeUndefined();
  expect(authorityRank('SHAFT_READ')).toBe(AUTHORITIES.length);
});

it('every list whose views are kept is guarded by what it asks', () => {
  const definitions = [
    accessLogList,
    announcementList,
    noticeList,
    approvalList,
    authorityList,
    branchList,
    callbackList,
    cameraList,
    applicationList,
    equipmentList,
    errorList,
    feedbackList,
    gatewayList,
    jobList,
    proGatewayList,
    projectList,
    roleList,
    smsLogList,
    strategyList,
    symptomList,
    userListOf(0),
  ];
  expect(definitions.map(({ name }) => name).sort()).toEqual([...VIEWED_LISTS].sort());
  const asked = definitions.map(({ name, operation }) => [name, operation.name]);
  expect(asked).toEqual(
    definitions.map(({ name }) => [name, LIST_OPERATIONS[name as keyof typeof LIST_OPERATIONS].name]),
  );
});
