import type { MapAreas } from '@/lib/features/map/contract';
import type { HomeBuildings } from '@/lib/features/home/contract';
import { formatDate } from '@/lib/platform/i18n/format';
import { adminSave, branchSave, phoneOf } from '../../../features/users/support/world';
import {
  FIRST_ID,
  holdsOwner,
  KINDS_OF_OWNER,
  noticeId,
  OWNERS,
  paths,
  PLACES,
  proNumber,
  seesBranch,
  seesOwner,
  seesPlace,
  spare,
  words,
} from './access-world';
import type { Owner, Place } from './access-world';
import type { Authority } from '@/lib/platform/contract/authorities';
import type { Persona } from '../../../../support/personas';

/**
 * What every operation of the registry touches, and how to ask it for one's own and for somebody else's. An operation
 * without a row fails the test: whoever adds one says here what it must not show.
 */

type Input = Record<string, unknown>;
type Made = Input | Promise<Input>;
type Held = ReadonlySet<string>;
type Sees<T> = (who: Persona, target: T, held: Held) => boolean;

export interface Target {
  readonly name: string;
  readonly sees: (who: Persona, held: Held) => boolean;
  readonly input: () => Made;
}
/** A key of one row: in scope answered, out of scope 511, unknown 404. */
export interface ByKey {
  readonly kind: 'key';
  readonly targets: readonly Target[];
  readonly unknown: Input | null;
  readonly outOfScope: number;
}
/** Rows: exactly those in scope, and their number. With `focus` a header narrows them. */
export interface Listed {
  readonly kind: 'list';
  readonly input: (who: Persona) => Input;
  readonly keys: (data: never) => { readonly keys: readonly string[]; readonly total: number };
  readonly expected: (who: Persona, focus: readonly string[] | null, held: Held) => readonly string[];
  readonly isFocused: boolean;
  /** Who has not got it is refused the list, though he may call the operation for a single row. */
  readonly needs?: Authority;
}
/** A file of rows: the words of exactly those in scope. */
export interface Exported {
  readonly kind: 'file';
  readonly input: Input;
  readonly expected: (who: Persona) => readonly string[];
  readonly all: readonly string[];
}
/** Says something about the caller alone, or of everybody's business: no foreign word may stand in it. */
export interface Said {
  readonly kind: 'said';
  readonly inputs: readonly Input[];
}
/** Not asked here, and why that is right. */
export interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly why: string;
}
export type Row = (ByKey | Listed | Exported | Said | Elsewhere) & {
  /** Names who has acknowledged a message to everybody who hears it (readings 84). */
  readonly namesPeople?: true;
};

const OPS = { view: 'ops' };
const naming = <R extends Row>(row: R) => ({ ...row, namesPeople: true }) as const;

function keyed<T>(
  targets: readonly T[],
  sees: Sees<T>,
  name: (target: T) => string,
  input: (target: T) => Made,
  unknown: Input | null,
  outOfScope = 511,
): ByKey {
  return {
    kind: 'key',
    targets: targets.map((target) => ({
      name: name(target),
      sees: (who, held) => sees(who, target, held),
      input: () => input(target),
    })),
    unknown,
    outOfScope,
  };
}
const NOBODY = 'nobodyAtAll';
const unit = (input: (equipmentNo: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ unit: no }) => no,
    ({ unit: no }) => input(no),
    input('E-0'),
  );
const callOut = (input: (callbackId: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `C-${word}`,
    ({ word }) => input(`C-${word}`),
    input('C-0'),
  );
const symptom = (input: (symptomId: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `S-${word}`,
    ({ word }) => input(`S-${word}`),
    input('S-0'),
  );
const fault = (input: (errorId: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `ER-${word}`,
    ({ word }) => input(`ER-${word}`),
    input('ER-0'),
  );
const boxNumber = ({ word }: Place) => `CUBE-${word.toUpperCase()}`;
const ofBox = (input: (cubeNo: string) => Input) =>
  keyed(PLACES, seesPlace, boxNumber, (place) => input(boxNumber(place)), input('NONE-0001'));
const ofGateway = (input: (gatewayNo: string) => Input) =>
  keyed(PLACES, seesPlace, proNumber, (place) => input(proNumber(place)), input('NONE-0001'));
const job = (input: (jobNo: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `M-${word}`,
    ({ word }) => input(`M-${word}`),
    input('M-0'),
  );
const lost = (input: (id: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `OFF-${word}`,
    ({ word }) => input(`OFF-${word}`),
    input('OFF-0'),
  );
const group = (input: (groupId: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `GR-${word}`,
    ({ word }) => input(`GR-${word}`),
    input('GR-0'),
  );
const NOTICE = {
  text: 'x',
  startTime: '2099-01-01 00:00:00',
  endTime: '2099-01-02 00:00:00',
  priority: 'normal',
};
const project = (input: (projectId: string) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ project: id }) => id,
    ({ project: id }) => input(id),
    input('P-0'),
  );
const account = (input: (username: string) => Input) =>
  keyed(
    OWNERS,
    seesOwner,
    ({ username }) => username,
    ({ username }) => input(username),
    input(NOBODY),
  );
const ownOnly: Sees<Owner> = (who, { username }) => who.username === username;
const ofOwner = (
  input: (owner: Owner) => Input,
  unknown: Input | null,
  sees: Sees<Owner> = seesOwner,
  outOfScope = 511,
) => keyed(OWNERS, sees, ({ username }) => username, input, unknown, outOfScope);
/** One's own; with the authority those of the accounts in scope. */
const seesFeedback: Sees<Owner> = (who, owner, held) =>
  owner.username === who.username || (held.has('USER_FEEDBACK_READ') && seesOwner(who, owner));
/** A new account of each place: it may be spoilt. Another branch's and, for a customer, everybody else's are out of scope. */
const spareAccount = (input: (username: string, place: Place) => Input, unknown: Input | null) =>
  keyed(
    PLACES,
    (who, { branch }) => who.userType !== 1 && seesBranch(who, branch),
    ({ word }) => `an account in ${word}`,
    async (place) => input(await spare.account(place), place),
    unknown,
  );
/** The same, reaching into every branch: whoever writes it needs them all (readings 116). */
const reachingAccount = (input: (username: string, place: Place) => Input) =>
  keyed(
    PLACES,
    (who) => who.userType !== 1 && PLACES.every((place) => seesPlace(who, place)),
    ({ word }) => `an account in ${word} that reaches everywhere`,
    async (place) =>
      input(
        await spare.account(
          place,
          PLACES.map(({ project: id }) => id),
        ),
        place,
      ),
    null,
  );
const spareProject = (input: (projectId: string) => Input, unknown: Input) =>
  keyed(
    PLACES,
    (who, { branch }) => who.userType !== 1 && seesBranch(who, branch),
    ({ word }) => `a project beside ${word}`,
    async (place) => input(await spare.project(place)),
    unknown,
  );

interface CallbackStatistics {
  callbackDistribution: readonly { equipmentNo: string }[];
  openTotal: number;
}
interface Page<T> {
  total: number;
  records: readonly T[];
}
const inFocus = (focus: readonly string[] | null, id: string) => focus === null || focus.includes(id);
const places = (who: Persona, focus: readonly string[] | null) =>
  PLACES.filter((place) => seesPlace(who, place) && inFocus(focus, place.project));
const PAGE = { pageSize: 200 };
const pageOfKeys = <T>(key: (row: T) => string) =>
  (({ total, records }: Page<T>) => ({ keys: records.map(key), total })) as Listed['keys'];
const arrayOfKeys = <T>(key: (row: T) => string) =>
  ((rows: readonly T[]) => ({ keys: rows.map(key), total: rows.length })) as Listed['keys'];

const units = (
  input: Input = PAGE,
  isFocused = true,
  keys: Listed['keys'] = pageOfKeys<{ equipmentNo: string }>(({ equipmentNo }) => equipmentNo),
): Listed => ({
  kind: 'list',
  input: () => input,
  keys,
  expected: (who, focus) => places(who, focus).map(({ unit: no }) => no),
  isFocused,
});
const projects = (input: Input = PAGE, isFocused = true): Listed => ({
  kind: 'list',
  input: () => input,
  keys: pageOfKeys<{ projectId: string }>(({ projectId }) => projectId),
  expected: (who, focus) => places(who, focus).map(({ project: id }) => id),
  isFocused,
});
const owners = <T>(
  input: Input,
  key: (row: T) => string,
  word: (owner: Owner) => string,
  sees: Sees<Owner> = seesOwner,
): Listed => ({
  kind: 'list',
  input: () => input,
  keys: pageOfKeys<T>(key),
  expected: (who, _focus, held) => OWNERS.filter((owner) => sees(who, owner, held)).map(word),
  isFocused: false,
});
const branches = (input: Input): Listed => ({
  kind: 'list',
  input: () => input,
  keys: pageOfKeys<{ branchCode: string }>(({ branchCode }) => branchCode),
  expected: (who) => ['B01', 'B02'].filter((code) => seesBranch(who, code)),
  isFocused: false,
});
const count = (of: (data: never) => number, isFocused = true): Listed => ({
  kind: 'list',
  input: () => ({}),
  keys: (data) => ({ keys: Array.from({ length: of(data) }, (_, index) => String(index)), total: of(data) }),
  expected: (who, focus) => places(who, focus).map((_, index) => String(index)),
  isFocused,
});
const sheet = (input: Input, word: (place: Place) => string): Exported => ({
  kind: 'file',
  input,
  expected: (who) => places(who, null).map(word),
  all: PLACES.map(word),
});
const ownersSheet = (input: Input, word: (owner: Owner) => string): Exported => ({
  kind: 'file',
  input,
  expected: (who) => OWNERS.filter((owner) => seesOwner(who, owner)).map(word),
  all: OWNERS.map(word),
});
const said = (...inputs: readonly Input[]): Said => ({ kind: 'said', inputs: inputs.length > 0 ? inputs : [{}] });
const elsewhere = (why: string): Elsewhere => ({ kind: 'elsewhere', why });

const PUBLIC = elsewhere('asked by visitors, shows no row: tests/api/hostile/sign-in');
const PARTNER = elsewhere(
  "another system's, told apart by its secret: tests/api/features/integration, tests/api/features/session/links",
);
const BOX = elsewhere("a box's or the broker's own: tests/api/live/telemetry");
const CATALOGUE = elsewhere(
  'roles, authorities, strategies and symptom rules belong to no row; the head office writes them',
);
const today = formatDate(Date.now());
const LOG_TIME = { startTime: today, endTime: today, path: 'seeded/' };
const THIS_YEAR = { from: `${today.slice(0, 4)}-01-01 00:00:00` };
const CALL_DAYS = { startCreateDate: today, endCreateDate: today };
const THIS_MONTH = { startMonth: today.slice(0, 7), endMonth: today.slice(0, 7) };
const TODAY = { startDate: today, endDate: today };
const SMS_DAYS = { ...TODAY, type: 'callback' };
const EVERY_UNIT = PLACES.map(({ unit: no }) => no);

const FIRST = PLACES[0] as Place;
/** A save of the branch dialog that names this branch and these projects. */
const newAccount = ({ branch, project: id }: Place, change: Input = {}) =>
  branchSave(spare.name(), { belongBranch: branch, selectProjectList: [id], ...change });
const changed = (username: string, { branch, project: id }: Place) => ({
  ...branchSave(username, { belongBranch: branch, selectProjectList: [id] }),
  modelType: 1,
});
const adminChanged = (username: string, { branch, project: id }: Place) => ({
  ...adminSave(username, { belongBranch: branch, selectProjectList: [id] }),
  modelType: 1,
});
const ANNOUNCEMENT = { title: 'fresh words', message: '<p>x</p>', receivingMethod: 1 };
const toProject = (projectId: string) => ({ ...ANNOUNCEMENT, audience: { kind: 'project', values: [projectId] } });
/** One to the place's project alone, made anew for each call. */
const spareAnnouncement = (state: 'DRAFT' | 'PUBLISHED', input: (id: string, place: Place) => Input) =>
  keyed(
    PLACES,
    seesPlace,
    ({ word }) => `an announcement to ${word}`,
    async (place) => input(await spare.announcement(place, state), place),
    input('AN-0', FIRST),
  );
const noticeKeys = pageOfKeys<{ id: string }>(({ id }) => id);
const announcementOf = ({ word }: Place) => `AN-${word}`;
/** Head office is in no project's audience. */
const isToldOf: Sees<Place> = (who, place) => who.userType !== 0 && seesPlace(who, place);

/** Only somebody in `place` may give what belongs to it. */
const placed = (input: (place: Place) => Made, unknown: Input | null = null) =>
  keyed(PLACES, seesPlace, ({ word }) => word, input, unknown);

const CAMERA = { platform: 'video', channelId: 1, position: 'car' };
const recordOf = (deviceId: string) => ({
  deviceId,
  channelId: '1',
  streamType: '-',
  protoType: '-',
  encryptMode: '-',
  businessType: 'localRecord',
  beginTime: `${today} 00:00:00`,
  endTime: `${today} 00:10:00`,
});

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  signIn: [PUBLIC],
  signInVerify: [PUBLIC],
  signInByLink: [PUBLIC],
  signInByThirdToken: [PUBLIC],
  requestSmsCode: [PUBLIC],
  resendVerify: [PUBLIC],
  changePasswordByCode: [PUBLIC],
  refreshToken: [PUBLIC],
  signOut: [PUBLIC],
  unsubscribeMail: [PUBLIC],
  getAssignment: [PUBLIC],
  actOnAssignment: [PUBLIC],
  health: [PUBLIC],
  ready: [PUBLIC],
  saveErrorLog: [PUBLIC],
  mintThirdToken: [PARTNER],
  importRows: [PARTNER],
  importReportFile: [PARTNER],
  bounceMail: [PARTNER],
  ingest: [BOX],
  mqttAuth: [BOX],
  mqttAcl: [BOX],
  searchRoles: [CATALOGUE],
  addRole: [CATALOGUE],
  updateRole: [CATALOGUE],
  deleteRole: [CATALOGUE],
  searchAuthorities: [CATALOGUE],
  addAuthority: [CATALOGUE],
  updateAuthority: [CATALOGUE],
  deleteAuthority: [CATALOGUE],
  listAuthoritiesByRole: [CATALOGUE],
  queryStrategies: [CATALOGUE],
  listViews: [said({ list: 'feedback' })],
  saveListView: [
    said({
      list: 'feedback',
      name: 'mine',
      content: { filters: {}, sort: null, columns: { order: [], hidden: [], widths: {} } },
    }),
  ],
  deleteListView: [elsewhere('own ones alone, and 511 for those of others: tests/api/features/list-views')],
  chooseListView: [said({ list: 'feedback', viewId: null })],
  saveStrategy: [CATALOGUE],
  deleteStrategy: [CATALOGUE],
  importProjectFile: [CATALOGUE],
  importEquipmentFile: [CATALOGUE],

  getSocketToken: [said()],
  getUserProfile: [said()],
  getUserInfo: [said()],
  listSessions: [said()],
  // Whoever the body names: the caller's own account is meant.
  updateProfile: [said(...KINDS_OF_OWNER.map(({ username }) => ({ user: { username, nickName: 'x', email: 'x' } })))],
  saveUser: [said(...KINDS_OF_OWNER.map(({ username }) => ({ user: { username, nickName: 'x', email: 'x' } })))],
  sendProfileCode: [said({ phone: 'x' })],
  // Somebody else's session is as unknown as none.
  endSessions: [
    ofOwner(({ username }) => ({ sessionId: `session-${username}` }), { sessionId: 'session-of-nobody' }, ownOnly, 404),
  ],
  createLoginLink: [ofOwner(({ username }) => ({ username }), { username: NOBODY }, holdsOwner)],
  changePassword: [
    ofOwner(
      ({ username }) => ({ user: { username, password: 'Wrong-Word-1' }, newPassword: 'Quite-New-9' }),
      { user: { username: NOBODY, password: 'Wrong-Word-1' }, newPassword: 'Quite-New-9' },
      holdsOwner,
    ),
  ],
  // A head-office account is none of a branch's business whoever it is (api.md §2.2): 403 before anything else.
  resetPassword: [
    keyed(
      OWNERS.filter(({ userType }) => userType !== 0),
      holdsOwner,
      ({ username }) => username,
      ({ username }) => ({ user: { username, password: 'weak' } }),
      { user: { username: NOBODY, password: 'weak' } },
    ),
    keyed(
      OWNERS.filter(({ userType }) => userType === 0),
      (who) => who.userType === 0,
      ({ username }) => username,
      ({ username }) => ({ user: { username, password: 'weak' } }),
      null,
      403,
    ),
  ],

  queryUsers: [
    owners<{ username: string }>(
      PAGE,
      ({ username }) => username,
      ({ username }) => username,
    ),
  ],
  exportUsers: [ownersSheet({}, words.nick)],
  exportUserEquipment: [sheet({}, words.unit)],
  getUser: [account((username) => ({ username }))],
  listUserMappings: [account((username) => ({ username }))],
  getInvoiceAttachment: [account((username) => ({ username }))],
  queryUserEquipment: [account((username) => ({ username }))],
  listRolesByUser: [account((username) => ({ username }))],
  getEffectiveStrategy: [account((username) => ({ username }))],
  listBranchesByUser: [account((username) => ({ username }))],
  explainUserAccess: [
    account((username) => ({ username })),
    keyed(
      PLACES,
      seesPlace,
      ({ unit: no }) => no,
      ({ unit: no }) => ({ equipmentNo: no, username: 'self' }),
      { username: 'self', equipmentNo: 'E-0' },
    ),
  ],
  createUser: [
    placed((place) => adminSave(spare.name(), { belongBranch: place.branch, selectProjectList: [place.project] })),
  ],
  updateUser: [spareAccount(adminChanged, { ...adminSave('nobody', {}), modelType: 1 }), reachingAccount(adminChanged)],
  createBranchUser: [
    placed((place) => newAccount(place)),
    // A project or a branch of elsewhere beside one's own.
    keyed(
      PLACES,
      (who, place) => seesPlace(who, FIRST) && seesPlace(who, place),
      ({ project: id }) => `with ${id}`,
      ({ project: id }) => newAccount(FIRST, { selectProjectList: [FIRST.project, id] }),
      null,
    ),
    keyed(
      ['B01', 'B02'],
      (who, code) => seesPlace(who, FIRST) && seesBranch(who, code),
      (code) => `in ${code}`,
      (belongBranch) => newAccount(FIRST, { belongBranch }),
      null,
    ),
  ],
  updateBranchUser: [spareAccount(changed, { ...branchSave('nobody', {}), modelType: 1 }), reachingAccount(changed)],
  deleteUser: [
    spareAccount((username) => ({ username }), { username: NOBODY }),
    reachingAccount((username) => ({ username })),
  ],
  checkUserRepeat: [said(...KINDS_OF_OWNER.map(({ username }) => ({ username })))],
  checkExistingCustomer: [
    said(...KINDS_OF_OWNER.flatMap(({ username }) => [{ user: { username } }, { user: { phone: phoneOf(username) } }])),
  ],
  uploadInvoice: [
    keyed(
      OWNERS.filter(({ username }) => username.length <= 16),
      seesOwner,
      ({ username }) => username,
      ({ username }) => ({ username }),
      null,
    ),
  ],
  downloadInvoice: [ofOwner((owner) => ({ path: paths.invoice(owner) }), { path: `${'x'.repeat(32)}.pdf` })],
  listInvoiceCustomers: [project((projectIds) => ({ projectIds }))],

  queryApprovals: [
    owners<{ approvalId: string }>(
      PAGE,
      ({ approvalId }) => approvalId,
      ({ username }) => `V-${username}`,
    ),
  ],
  getApproval: [ofOwner(({ username }) => ({ approvalId: `V-${username}` }), { approvalId: 'V-0' })],
  approveApproval: [ofOwner(({ username }) => ({ approvalId: `V-${username}` }), { approvalId: 'V-0' })],
  rejectApproval: [
    ofOwner(({ username }) => ({ approvalId: `V-${username}`, comment: 'no' }), { approvalId: 'V-0', comment: 'no' }),
  ],
  withdrawApproval: [
    keyed(
      OWNERS,
      ownOnly,
      ({ username }) => username,
      async ({ username }) => ({ approvalId: await spare.approval(username) }),
      { approvalId: 'V-0' },
    ),
  ],

  saveCampusApply: [
    ofOwner(
      ({ username }) => ({
        applyId: `A-${username}`,
        applyUsername: 'me',
        applyPhone: '13800000000',
        description: 'more',
      }),
      { applyId: 'A-0', applyUsername: 'me', applyPhone: '13800000000', description: 'more' },
      ownOnly,
    ),
  ],
  queryCampusApply: [
    owners<{ applyId: string }>(
      PAGE,
      ({ applyId }) => applyId,
      ({ username }) => `A-${username}`,
    ),
  ],
  handleCampusApply: [
    ofOwner(({ username }) => ({ applyId: `A-${username}`, action: 'contacted' }), {
      applyId: 'A-0',
      action: 'contacted',
    }),
  ],

  saveFeedback: [
    ofOwner(
      ({ username }) => ({ feedbackId: `F-${username}`, type: 'problem', content: 'more words' }),
      { feedbackId: 'F-0', type: 'problem', content: 'more words' },
      ownOnly,
    ),
  ],
  uploadFeedbackImage: [said()],
  queryFeedback: [
    owners<{ feedbackId: string }>(
      PAGE,
      ({ feedbackId }) => feedbackId,
      ({ username }) => `F-${username}`,
      seesFeedback,
    ),
  ],
  getFeedback: [ofOwner(({ username }) => ({ feedbackId: `F-${username}` }), { feedbackId: 'F-0' }, seesFeedback)],
  replyFeedback: [
    ofOwner(({ username }) => ({ feedbackId: `F-${username}`, text: 'thanks', state: 'PROCESSING' }), {
      feedbackId: 'F-0',
      text: 'thanks',
      state: 'PROCESSING',
    }),
    ofOwner(
      ({ username }) => ({ feedbackId: 'F-self', text: 'thanks', state: 'PROCESSING', assignee: username }),
      null,
    ),
  ],
  exportFeedback: [ownersSheet({}, words.feedback)],
  getFile: [
    ofOwner((owner) => ({ path: paths.feedback(owner) }), { path: `${'x'.repeat(32)}.png` }),
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `inspection of ${word}`,
      (place) => ({ path: paths.inspection(place) }),
      null,
    ),
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `report of ${word}`,
      (place) => ({ path: paths.report(place) }),
      null,
    ),
  ],

  querySmsLog: [owners<{ content: string }>({ ...PAGE, ...SMS_DAYS }, ({ content }) => content, words.sms)],
  queryMailLog: [owners<{ subject: string }>({ ...PAGE, ...TODAY }, ({ subject }) => subject, words.mail)],
  queryPushLog: [owners<{ deviceName: string }>({ ...PAGE, ...TODAY }, ({ deviceName }) => deviceName, words.device)],
  listPushDevices: [said()],
  savePushDevice: [elsewhere('their own browser alone: tests/api/features/web-push')],
  deletePushDevice: [elsewhere('own ones alone, and 511 for those of others: tests/api/features/web-push')],
  resendMail: [ofOwner((owner) => ({ id: String(FIRST_ID + OWNERS.indexOf(owner)) }), { id: '8999999999' })],
  getMailFile: [elsewhere('whoever has the signed link: tests/api/platform/mail/linked-files')],
  sendMessage: [account((username) => ({ usernames: [username], content: 'x' }))],
  resendSms: [ofOwner((owner) => ({ id: String(FIRST_ID + OWNERS.indexOf(owner)) }), { id: '8999999999' })],
  exportSmsLog: [ownersSheet(SMS_DAYS, words.sms)],
  queryAccessLog: [owners<{ objectId: string }>({ ...PAGE, ...LOG_TIME }, ({ objectId }) => objectId, words.log)],
  getAccessLog: [ofOwner((owner) => ({ id: String(FIRST_ID + OWNERS.indexOf(owner)) }), { id: '8999999999' })],
  exportAccessLog: [ownersSheet(LOG_TIME, words.log)],
  listSettings: [elsewhere('of the portal itself; the other matrix asks everybody else')],
  saveSetting: [elsewhere('of the portal itself; the other matrix asks everybody else')],
  resetSetting: [elsewhere('of the portal itself; the other matrix asks everybody else')],
  queryJobs: [elsewhere('of the portal itself; the other matrix asks everybody else')],
  repeatJob: [elsewhere('of the portal itself; the other matrix asks everybody else')],
  queryErrorLog: [elsewhere("the head office's alone: the other matrix asks everybody else")],

  searchBranches: [branches(PAGE)],
  listBranchesByUserType: [branches(PAGE)],
  listProjectsByUser: [projects(PAGE, false), account((username) => ({ username }))],
  searchProjects: [projects()],
  searchProjectsNew: [projects()],
  queryProjects: [projects()],
  getProjectAll: [projects()],
  // What may be granted is not narrowed by what one looks at.
  querySapProjects: [projects({ projectName: 'project' }, false)],
  exportProjects: [sheet({}, words.project)],
  exportProjectAll: [sheet({}, words.project)],
  saveProject: [
    project((projectId) => ({ projectId, address: 'here' })),
    keyed(
      ['B01', 'B02'],
      (who, code) => who.userType === 0 && seesBranch(who, code),
      (code) => `in ${code}`,
      (branchCode) => ({ branchCode, projectName: spare.name(), address: 'here' }),
      null,
      403,
    ),
  ],
  deleteProject: [spareProject((projectId) => ({ projectId }), { projectId: 'P-0' })],
  queryProjectEquipment: [project((projectId) => ({ projectId }))],
  addProjectEquipment: [
    keyed(
      PLACES,
      seesPlace,
      ({ project: id }) => id,
      async (place) => ({ projectId: await spare.project(place), equipmentNoList: [place.unit] }),
      { projectId: 'P-0', equipmentNoList: ['E-1'] },
    ),
  ],
  deleteProjectEquipment: [
    keyed(
      PLACES,
      seesPlace,
      ({ project: id }) => id,
      async (place) => ({ projectId: await spare.project(place), equipmentNoList: [place.unit] }),
      { projectId: 'P-0', equipmentNoList: ['E-1'] },
    ),
  ],
  findEquipmentByNos: [
    units({ equipNoList: EVERY_UNIT }, false),
    units({ cubeNoList: PLACES.map(({ word }) => `CUBE-${word.toUpperCase()}`) }, false),
  ],

  queryEquipment: [units()],
  exportEquipment: [sheet({}, words.unit)],
  saveEquipment: [
    unit((equipmentNo) => ({ equipmentNo })),
    said(...PLACES.map(({ word }) => ({ equipmentNo: 'own', cubeNo: `CUBE-${word.toUpperCase()}` }))),
  ],
  getVideoUrl: [unit((equipmentNo) => ({ equipmentNo }))],
  startVideo: [unit((equipmentNo) => ({ equipmentNo, clientId: 'matrix', businessType: 'real' }))],
  closeVideo: [said({ clientId: 'matrix' })],
  downloadRecord: [placed(({ word }) => recordOf(`CAM-${word}`), recordOf('NO-SUCH-DEVICE'))],
  queryVideoRecords: [unit((equipmentNo) => ({ equipmentNo }))],
  queryCameras: [units()],
  exportCameras: [sheet({}, words.unit)],
  saveCamera: [
    placed(
      ({ word, unit: equipmentNo }) => ({ ...CAMERA, cameraId: `CAM-${word}`, deviceId: `CAM-${word}`, equipmentNo }),
      {
        ...CAMERA,
        cameraId: 'NO-SUCH-CAMERA',
        deviceId: 'x',
        equipmentNo: 'E-1',
      },
    ),
  ],
  deleteCamera: [placed(async (place) => ({ cameraId: await spare.camera(place) }), { cameraId: 'NO-SUCH-CAMERA' })],
  resetCameraKey: [placed(({ word }) => ({ cameraId: `CAM-${word}` }), { cameraId: 'NO-SUCH-CAMERA' })],
  // Whose box it is nobody outside learns; only head office gives it a new secret.
  registerCube: [said(...PLACES.map(({ word }) => ({ cubeNo: `CUBE-${word.toUpperCase()}` })))],
  resetCubeSecret: [said(...PLACES.map(({ word }) => ({ cubeNo: `CUBE-${word.toUpperCase()}` })))],
  bindCube: [unit((equipmentNo) => ({ cubeNo: 'NONE-0001', equipmentNo }))],
  unbindCube: [
    keyed(PLACES, seesPlace, proNumber, (place) => ({ cubeNo: proNumber(place), reason: 'x' }), {
      cubeNo: 'NONE-0001',
      reason: 'x',
    }),
  ],
  replaceCube: [
    keyed(
      PLACES,
      seesPlace,
      ({ unit: no }) => no,
      (place) => ({ equipmentNo: place.unit, newCubeNo: boxNumber(place), reason: 'fault' }),
      { equipmentNo: 'E-0', newCubeNo: 'NONE-0001', reason: 'fault' },
    ),
  ],
  retireCube: [said(...PLACES.map((place) => ({ cubeNo: boxNumber(place), retired: true })))],
  queryCubes: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: pageOfKeys<{ cubeNo: string }>(({ cubeNo }) => cubeNo),
      expected: (who, focus) => places(who, focus).map(boxNumber),
      isFocused: true,
    },
  ],
  exportCubes: [sheet({}, words.unit)],
  diagnoseCube: [ofBox((cubeNo) => ({ cubeNo })), ofGateway((gatewayNo) => ({ cubeNo: gatewayNo }))],
  listCubeHistory: [ofBox((cubeNo) => ({ cubeNo })), ofGateway((gatewayNo) => ({ cubeNo: gatewayNo }))],
  queryProGateways: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: pageOfKeys<{ gatewayNo: string }>(({ gatewayNo }) => gatewayNo),
      expected: (who, focus) => places(who, focus).map(proNumber),
      isFocused: true,
    },
  ],
  saveProGateway: [
    keyed(PLACES, seesPlace, proNumber, (place) => ({ gatewayNo: proNumber(place), projectId: place.project }), {
      gatewayNo: 'NONE-0001',
      projectId: 'P-0',
    }),
  ],
  listFreeUnits: [ofGateway((gatewayNo) => ({ gatewayNo }))],
  attachProUnits: [
    keyed(
      PLACES,
      seesPlace,
      proNumber,
      (place) => ({ gatewayNo: proNumber(place), units: [{ port: 1, equipmentNo: place.unit }] }),
      { gatewayNo: 'NONE-0001', units: [{ port: 1, equipmentNo: 'E-0' }] },
    ),
  ],
  detachProUnits: [said(...PLACES.map((place) => ({ gatewayNo: proNumber(place), ports: [1] })))],
  deleteProGateway: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `a gateway in ${word}`,
      async (place) => ({ gatewayNo: await spare.gateway(place) }),
      { gatewayNo: 'NONE-0001' },
    ),
  ],
  queryGroups: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: pageOfKeys<{ groupId: string }>(({ groupId }) => groupId),
      expected: (who, focus) => places(who, focus).map(({ word }) => `GR-${word}`),
      isFocused: true,
    },
  ],
  getGroup: [group((groupId) => ({ groupId }))],
  saveGroup: [
    project((projectId) => ({
      groupName: `new in ${projectId}`,
      projectId,
      enabled: true,
      mode: 'REMINDER',
      equipmentNoList: [PLACES.find((place) => place.project === projectId)?.unit ?? 'E-0'],
      week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, closed: true })),
      responsible: ['nobody'],
    })),
  ],
  deleteGroup: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `a group in ${word}`,
      async (place) => ({ groupId: await spare.group(place) }),
      { groupId: 'GR-0' },
    ),
  ],
  executeGroup: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `GR-${word}`,
      (place) => ({
        groupId: `GR-${place.word}`,
        action: 'start',
        units: [{ equipmentNo: place.unit, confirmedEmpty: true, result: 'SUCCESS' }],
      }),
      { groupId: 'GR-0', action: 'start', units: [{ equipmentNo: 'E-0', confirmedEmpty: true, result: 'SUCCESS' }] },
    ),
  ],
  queryGroupLog: [group((groupId) => ({ groupId }))],
  listGroupUnits: [project((projectId) => ({ projectId }))],
  listGroupResponsible: [project((projectId) => ({ projectId }))],
  queryScreens: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: pageOfKeys<{ screenNo: string }>(({ screenNo }) => screenNo),
      expected: (who, focus) => places(who, focus).map(({ word }) => `SC-${word}`),
      isFocused: true,
    },
  ],
  saveScreen: [unit((equipmentNo) => ({ screenNo: `SPARE-${equipmentNo}`, equipmentNo, place: 'car' }))],
  deleteScreen: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `a screen in ${word}`,
      async (place) => ({ screenNo: await spare.screen(place) }),
      { screenNo: 'SC-0' },
    ),
  ],
  publishNotice: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `a screen in ${word}`,
      async (place) => ({ ...NOTICE, screenNos: [await spare.screen(place)] }),
      { ...NOTICE, screenNos: ['SC-0'] },
    ),
  ],
  withdrawNotice: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `SN-${word}`,
      ({ word }) => ({ noticeIds: [`SN-${word}`] }),
      { noticeIds: ['SN-0'] },
    ),
  ],
  listScreenHistory: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `SC-${word}`,
      ({ word }) => ({ screenNo: `SC-${word}` }),
      { screenNo: 'SC-0' },
    ),
  ],
  createScreenCode: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `SC-${word}`,
      ({ word }) => ({ screenNo: `SC-${word}` }),
      { screenNo: 'SC-0' },
    ),
  ],
  revokeScreenKey: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `a screen in ${word}`,
      async (place) => ({ screenNo: await spare.screen(place) }),
      { screenNo: 'SC-0' },
    ),
  ],
  linkScreen: [elsewhere('by a code, whoever calls: tests/api/features/screens')],
  beatScreen: [elsewhere('by its key, whoever calls: tests/api/features/screens')],
  queryTlGateways: [units()],
  queryStepGateways: [units()],
  addTlGateway: [unit((equipmentNo) => ({ equipmentNo }))],
  addStepGateway: [unit((equipmentNo) => ({ equipmentNo, stepEquipmentNo: 'S', stepCubeId: 'C' }))],
  deleteTlGateway: [elsewhere("the head office's alone: the other matrix asks everybody else")],
  deleteStepGateway: [elsewhere("the head office's alone: the other matrix asks everybody else")],
  getEquipment: [unit((equipmentNo) => ({ equipmentNo }))],
  getEquipmentByNo: [unit((equipmentNo) => ({ equipmentNo }))],
  getEquipmentHistory: [unit((equipmentNo) => ({ equipmentNo }))],
  getEquipmentReplay: [unit((equipmentNo) => ({ equipmentNo, at: '2026-01-31 08:05:00' }))],
  getUnitDay: [unit((equipmentNo) => ({ equipmentNo }))],
  queryActivity: [unit((equipmentNo) => ({ equipmentNo }))],
  queryEquipmentLog: [unit((equipmentNo) => ({ equipmentNo }))],
  getInspection: [unit((equipmentNo) => ({ equipmentNo }))],
  getLastMaintenance: [unit((equipmentNo) => ({ equipmentNo }))],
  // The whole list needs an authority of its own: tests/api/features/maintenance.
  queryMaintenance: [
    unit((equipmentNo) => ({ equipmentNo })),
    unit((equipmentNo) => ({ equipmentNo, key: 'only' })),
    said(),
  ],
  // What was sent to their own phone, wherever the unit stands: tests/api/features/maintenance-reports.
  queryReportsByPhone: [said({ ...PAGE, ...TODAY })],
  queryReportsByEquipment: [units({ ...PAGE, ...TODAY, pageSize: 100 })],
  getReportPdf: [job((jobNo) => ({ jobNo }))],
  downloadReportZip: [job((jobNo) => ({ jobNos: [jobNo], ...TODAY }))],
  queryApproachingInspection: [said()],
  queryExpiredInspection: [said()],
  queryAllInspection: [units()],
  saveInspection: [
    unit((equipmentNo) => ({ equipmentNo, action: 'assign', technicianName: 'x' })),
    unit((equipmentNo) => ({
      equipmentNo,
      action: 'record',
      inspectionDate: '2026-01-31',
      nextInspectionDate: '2027-01-31',
      kind: 'test',
      result: 'pass',
    })),
  ],
  uploadCertificate: [said({ equipmentNo: 'E-0' })],
  listInspectionHistory: [unit((equipmentNo) => ({ equipmentNo }))],
  exportInspection: [sheet({ tab: 'all' }, words.unit)],
  queryNotExpiredContracts: [said()],
  queryExpiredContracts: [said()],
  queryOtherContracts: [units()],
  followUpContract: [
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `CT-${word}`,
      ({ word, unit: equipmentNo }) => ({ contractNo: `CT-${word}`, equipmentNo, note: 'x' }),
      { contractNo: 'CT-0', equipmentNo: 'E-1', note: 'x' },
    ),
  ],
  exportContracts: [sheet({ tab: 'other' }, words.unit)],
  queryOffMaintenance: [units()],
  followUpOff: [lost((id) => ({ id, note: 'x' }))],
  stopService: [lost((id) => ({ id, note: 'x' }))],
  resumeService: [lost((id) => ({ id }))],
  exportOffMaintenance: [sheet({}, words.unit)],
  maintenanceCalendar: [said({ from: '2026-01-01', to: '2026-03-01' })],
  countMaintenanceDays: [said({ from: '2026-01-01', to: '2026-03-01' })],
  getMaintenance: [job((jobNo) => ({ jobNo }))],
  rescheduleMaintenance: [job((jobNo) => ({ jobNo, planDate: '2099-01-31', reason: 'x', confirm: true }))],
  assignMaintenance: [job((jobNo) => ({ jobNo, planTechnician1Name: 'x', planTechnician1Phone: '13900000000' }))],
  lockMaintenance: [job((jobNo) => ({ jobNo, lock: true }))],
  saveMaintenanceItems: [job((jobNo) => ({ jobNo, items: [] }))],
  addItemPhoto: [job((jobNo) => ({ jobNo, no: 1 }))],
  removeItemPhoto: [job((jobNo) => ({ jobNo, no: 1, path: 'x' }))],
  completeMaintenance: [job((jobNo) => ({ jobNo, doneDate: '2026-01-31 08:00:00', actualTechnician1Name: 'x' }))],
  signMaintenance: [
    job((jobNo) => ({
      jobNo,
      name: 'x',
      strokes: [
        [
          [0, 0, 0],
          [100, 100, 50],
        ],
      ],
    })),
  ],
  listJobTechnicians: [job((jobNo) => ({ jobNo }))],
  batchEquipmentStatus: [
    units(
      { equipmentNoList: EVERY_UNIT },
      false,
      arrayOfKeys<{ equipmentNo: string }>(({ equipmentNo }) => equipmentNo),
    ),
  ],
  listEquipmentFaults: [unit((equipmentNo) => ({ equipmentNo }))],
  getFloorMapping: [unit((equipmentNo) => ({ equipmentNo }))],
  saveFloorMapping: [unit((equipmentNo) => ({ equipmentNo, floorMappingJson: '{}' }))],
  listSameFloor: [unit((equipmentNo) => ({ equipmentNo }))],
  reuseFloorMapping: [
    unit((sourceEquipmentNo) => ({ sourceEquipmentNo, targetEquipmentNos: ['own'] })),
    keyed(
      PLACES,
      seesPlace,
      ({ unit: no }) => `onto ${no}`,
      ({ unit: no }) => ({ sourceEquipmentNo: 'own', targetEquipmentNos: [no] }),
      { sourceEquipmentNo: 'own', targetEquipmentNos: ['E-0'] },
    ),
  ],

  queryCallbacks: [
    { ...units({ ...PAGE, ...CALL_DAYS }), needs: 'CALLBACK_READ' },
    unit((equipmentNo) => ({ ...CALL_DAYS, equipmentNo })),
  ],
  exportCallbacks: [sheet(CALL_DAYS, words.unit)],
  getCallback: [callOut((callbackId) => ({ callbackId }))],
  listCallbackStatus: [callOut((callbackId) => ({ callbackId }))],
  // Who acts on a call-out is named to whoever works on it, of whatever branch (readings 270).
  listCallbackHistory: [naming(callOut((callbackId) => ({ callbackId })))],
  // Each unit has an open one already.
  createCallback: [
    unit((equipmentNo) => ({ equipmentNo, jobDescription: 'x' })),
    keyed(
      PLACES,
      seesPlace,
      ({ word }) => `S-${word}`,
      ({ word, unit: equipmentNo }) => ({ equipmentNo, jobDescription: 'x', symptomId: `S-${word}` }),
      null,
    ),
  ],
  // A technician is missing, so that nothing moves.
  moveCallback: [callOut((callbackId) => ({ callbackId, from: 'INIT', status: 'PAGE' }))],
  listTechnicians: [callOut((callbackId) => ({ callbackId }))],
  querySymptoms: [units()],
  exportSymptoms: [sheet({}, words.unit)],
  getSymptom: [symptom((symptomId) => ({ symptomId }))],
  listRules: [CATALOGUE],
  saveRule: [CATALOGUE],
  deleteRule: [CATALOGUE],
  tryRule: [
    placed(({ unit }) => ({ rule: 'B01', days: 1, equipmentNos: [unit] }), {
      rule: 'B01',
      days: 1,
      equipmentNos: ['NO-SUCH-UNIT'],
    }),
  ],
  // It is open already, so that nothing moves.
  handleSymptom: [symptom((symptomId) => ({ symptomId, from: 'INIT', action: 'accept' }))],
  queryErrorInspection: [units({ ...PAGE, startDate: today, endDate: today })],
  exportErrorInspection: [sheet({ startDate: today, endDate: today }, words.unit)],
  getErrorInspection: [fault((errorId) => ({ errorId }))],
  inspectError: [fault((errorId) => ({ errorIds: [errorId], result: 'REAL' }))],
  getOptions: [said({ name: 'scsa' }, { name: 'scsb' })],

  getCampusView: [count((data: { equipmentTotal: number }) => data.equipmentTotal)],
  pageCampusEquipment: [
    units(PAGE, true, (({ equipmentList }: { equipmentList: Page<{ equipmentNo: string }> }) => ({
      keys: equipmentList.records.map(({ equipmentNo }) => equipmentNo),
      total: equipmentList.total,
    })) as Listed['keys']),
  ],
  countCampusErrors: [
    count(
      (data: { elevatorNormal: number; elevatorStop: number; escalatorNormal: number; escalatorStop: number }) =>
        data.elevatorNormal + data.elevatorStop + data.escalatorNormal + data.escalatorStop,
    ),
  ],
  countConnected: [
    count((data: { allCount: number }) => data.allCount),
    count(
      (data: { onlineCount: number; offlineCount: number; unregisteredCount: number }) =>
        data.onlineCount + data.offlineCount + data.unregisteredCount,
    ),
  ],
  queryCampusConfig: [
    units({}, false, (({ equipmentList }: { equipmentList: { equipmentNo: string }[] }) => ({
      keys: equipmentList.map(({ equipmentNo }) => equipmentNo),
      total: equipmentList.length,
    })) as Listed['keys']),
  ],
  queryCampusMapping: [units()],
  saveCampusView: [
    unit((equipmentNo) => ({ campusView: { title: 'mine' }, equipmentList: [{ equipmentNo, position: 0 }] })),
    // Somebody else's picture is as unknown as none.
    ofOwner(
      (owner) => ({ campusView: { title: 'mine', logo: paths.campus(owner) }, equipmentList: [] }),
      { campusView: { title: 'mine', logo: `${'x'.repeat(32)}.png` }, equipmentList: [] },
      ownOnly,
      404,
    ),
  ],
  saveCampusMute: [said({ mute: 1 })],
  saveCampusSize: [said({ campusViewSize: 80 })],
  uploadCampusImage: [said({ kind: 'logo' })],
  saveEquipmentWarn: [unit((equipmentNo) => ({ equipmentNo, warnDesc: 'trapped' }))],
  searchAnnouncementNotices: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: noticeKeys,
      expected: (who) => (who.userType === 0 ? [] : places(who, null).map(announcementOf)),
      isFocused: false,
    },
  ],
  queryAnnouncements: [
    {
      kind: 'list',
      input: () => PAGE,
      keys: noticeKeys,
      expected: (who) => places(who, null).map(announcementOf),
      isFocused: false,
    },
  ],
  getAnnouncement: [
    keyed(PLACES, seesPlace, announcementOf, (place) => ({ id: announcementOf(place) }), { id: 'AN-0' }),
  ],
  markAnnouncementRead: [
    keyed(PLACES, isToldOf, announcementOf, (place) => ({ ids: [announcementOf(place)] }), { ids: ['AN-0'] }),
  ],
  listAnnouncementReaders: [
    keyed(PLACES, seesPlace, announcementOf, (place) => ({ id: announcementOf(place) }), { id: 'AN-0' }),
  ],
  saveAnnouncement: [
    spareAnnouncement('DRAFT', (id, place) => ({ ...toProject(place.project), id })),
    placed((place) => toProject(place.project)),
    keyed(
      ['B01', 'B02'],
      (who, code) => who.userType !== 1 && seesBranch(who, code),
      (code) => `to ${code}`,
      (code) => ({ ...ANNOUNCEMENT, audience: { kind: 'branch', values: [code] } }),
      null,
    ),
  ],
  publishAnnouncement: [spareAnnouncement('DRAFT', (id) => ({ id }))],
  withdrawAnnouncement: [spareAnnouncement('PUBLISHED', (id) => ({ id }))],
  deleteAnnouncement: [spareAnnouncement('DRAFT', (id) => ({ id }))],
  uploadAnnouncementImage: [said()],
  // A callback and a symptom of each unit, or what the authorities leave of them.
  listDiagnoseNotices: [
    units(PAGE, true, (({ total, records }: Page<{ equipmentNo: string }>) => {
      const seen = new Set(records.map(({ equipmentNo }) => equipmentNo));
      return { keys: [...seen], total: total === records.length ? seen.size : total };
    }) as Listed['keys']),
  ],
  listEventNotices: [naming(units())],
  // Without the tab's authority what concerns the account itself is left.
  listServiceNotices: [
    naming({
      // Messages about the account itself are of no unit.
      ...units(PAGE, true, (({ total, records }: Page<{ equipmentNo: string | null }>) => {
        const keys = records.flatMap(({ equipmentNo }) => equipmentNo ?? []);
        return { keys, total: total === records.length ? keys.length : total };
      }) as Listed['keys']),
      expected: (who, focus, held) =>
        held.has('CAMPUS_VIEW_SERVICE_READ') ? places(who, focus).map(({ unit: no }) => no) : [],
    }),
  ],
  acknowledgeNotices: [
    naming(
      keyed(
        PLACES,
        (who, place, held) =>
          (held.has('CAMPUS_VIEW_EQUIPMENT_READ') || (held.has('CALLBACK_WRITE') && who.userType !== 1)) &&
          seesPlace(who, place),
        ({ word }) => `the fault of ${word}`,
        (place) => ({ notificationIds: [String(noticeId(place, 0))] }),
        { notificationIds: ['999999999999'] },
      ),
    ),
  ],
  markNoticesRead: [said({ tab: 'event' }, { notificationIds: PLACES.map((place) => String(noticeId(place, 0))) })],
  countUnread: [said()],
  listNoticeSwitches: [said()],
  saveNoticeSwitches: [said({ list: [{ notificationType: 'event', enable: true }] })],
  getNoticeDelay: [said()],
  saveNoticeDelay: [said({ delay: 0 })],
  getStripSettings: [said()],
  saveStripSettings: [said({ faults: true })],
  queryDuty: [naming(units())],
  countUnitStates: [
    count((data: { total: number }) => data.total),
    count(({ total: _total, ...states }: Record<string, number>) =>
      Object.values(states).reduce((sum, units) => sum + units, 0),
    ),
  ],
  queryBiweekly: [units({ ...PAGE, startDate: today, endDate: today })],
  getBiweekly: [unit((equipmentNo) => ({ equipmentNo, reportTime: today }))],
  getBiweeklyPdf: [unit((equipmentNo) => ({ equipmentNo, reportTime: today }))],
  downloadBiweeklyZip: [unit((equipmentNo) => ({ list: [{ equipmentNo, reportTime: today }] }))],
  mailBiweekly: [unit((equipmentNo) => ({ equipmentNo, reportTime: today, emailAddress: 'a@example.com' }))],
  queryMonthly: [units({ ...PAGE, month: today.slice(0, 7) })],
  getMonthly: [unit((equipmentNo) => ({ equipmentNo, startDate: `${today.slice(0, 7)}-01` }))],
  getMonthlyPdf: [unit((equipmentNo) => ({ equipmentNo, startDate: `${today.slice(0, 7)}-01` }))],
  mailMonthly: [
    unit((equipmentNo) => ({ equipmentNo, startDate: `${today.slice(0, 7)}-01`, emailAddress: 'a@example.com' })),
  ],
  getHealthReport: [project((projectId) => ({ projectId, ...TODAY }))],
  precheckHealthReport: [project((projectId) => ({ projectId, ...TODAY }))],
  getHealthReportPdf: [project((projectId) => ({ projectId, ...TODAY }))],
  // The projects that are reported on are chosen here.
  listReportProjects: [projects({ ...PAGE, startDate: today.slice(0, 7), endDate: today.slice(0, 7) }, false)],
  mailHealthReport: [project((projectId) => ({ projectIds: projectId, ...TODAY, emailAddress: 'a@example.com' }))],
  queryReportSubscriptions: [said()],
  saveReportSubscription: [
    project((projectId) => ({
      kind: 'health',
      projectIds: [projectId],
      emailAddress: 'a@example.com',
      language: 'zh-CN',
      day: 5,
      enabled: false,
    })),
  ],
  deleteReportSubscription: [
    elsewhere('own ones alone, and 511 for those of others: tests/api/features/report-subscriptions'),
  ],
  queryReportDeliveries: [
    elsewhere('own ones alone, and 511 for those of others: tests/api/features/report-subscriptions'),
  ],
  queryEnergySaving: [units({ ...PAGE, ...THIS_MONTH })],
  exportEnergySaving: [sheet(THIS_MONTH, words.unit)],
  // Sums over the units in scope: that they are the rows' own is proven in tests/api/features/energy-saving.
  getEnergySummary: [said(THIS_MONTH)],
  getEnergyDaily: [unit((equipmentNo) => ({ equipmentNo, ...THIS_MONTH }))],
  saveEnergyParameter: [unit((equipmentNo) => ({ equipmentNo, energyClass: 'A' }))],
  queryRunCount: [units({ ...PAGE, startDate: today, endDate: today })],
  getRunDaily: [unit((equipmentNo) => ({ equipmentNo, startDate: today, endDate: today }))],
  exportRunCount: [sheet({ startDate: today, endDate: today }, words.unit)],
  listMapAreas: [
    {
      ...count(({ areas, unlocated }: MapAreas) => areas.reduce((sum, { total }) => sum + total, 0) + (unlocated ?? 0)),
      input: () => ({ level: 1 }),
    },
  ],
  listMapBuildings: [said({ area: '上海' })],
  listUnlocated: [units()],
  // Numbers of the units in scope: that they are the rows' own is proven in tests/api/features/dashboards.
  listDashboardChoices: [said({ view: 'ops' }, { view: 'ka' }, { view: 'kaProject' })],
  getDashboardSummary: [
    project((projectId) => ({ view: 'kaProject', projectIds: [projectId] })),
    { ...count(({ counts }: { counts: { equipmentTotal: number } }) => counts.equipmentTotal), input: () => OPS },
  ],
  getDashboardTrend: [project((projectId) => ({ view: 'kaProject', projectIds: [projectId] })), said(OPS)],
  getDashboardRanking: [project((projectId) => ({ view: 'kaProject', projectIds: [projectId] })), said(OPS)],
  getDashboardOpen: [
    naming(project((projectId) => ({ view: 'kaProject', projectIds: [projectId] }))),
    naming(said(OPS)),
  ],
  getDashboardMap: [
    project((projectId) => ({ view: 'kaProject', projectIds: [projectId] })),
    {
      ...count(({ areas, unlocated }: MapAreas) => areas.reduce((sum, { total }) => sum + total, 0) + (unlocated ?? 0)),
      input: () => OPS,
    },
  ],
  exportDashboard: [project((projectId) => ({ view: 'ka', projectIds: [projectId] }))],
  statTotal: [
    { ...count(({ equipmentTotal }: { equipmentTotal: number }) => equipmentTotal), input: () => THIS_YEAR },
    { ...count(({ callbackTotal }: { callbackTotal: number }) => callbackTotal), input: () => THIS_YEAR },
  ],
  // Each unit has one call-out, and there are fewer units than the five that are named.
  statCallbacks: [
    units(THIS_YEAR, true, (({ callbackDistribution, openTotal }: CallbackStatistics) => ({
      keys: callbackDistribution.map(({ equipmentNo }) => equipmentNo),
      total: openTotal,
    })) as Listed['keys']),
  ],
  statEntrapments: [said(THIS_YEAR)],
  getHomeDay: [said()],
  getHomeWork: [said()],
  // Every unit has an open call-out.
  queryHomeBuildings: [
    units({ pageSize: 50 }, false, (({ buildings, totals }: HomeBuildings) => ({
      keys: buildings.records.flatMap(({ troubles }) => troubles.map(({ equipmentNo }) => equipmentNo)),
      total: totals.units,
    })) as Listed['keys']),
  ],
  // Trapped persons are nobody's to overlook: the focus narrows nothing (readings 135).
  queryIncidents: [naming(units(PAGE, false))],
  countIncidents: [count(({ trapped }: { trapped: number }) => trapped, false)],
  acknowledgeDuty: [naming(callOut((callbackId) => ({ callbackId }))), naming(symptom((symptomId) => ({ symptomId })))],
};
