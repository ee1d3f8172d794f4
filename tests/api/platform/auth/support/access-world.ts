import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { AIRPORT_PROJECT, createPersonas, PERSONA_NAMES, persona } from '../../../../support/personas';
import type { Persona } from '../../../../support/personas';
import { PDF, PNG } from '../../../../support/sample-files';
import { quickHash } from '../../../../support/quick-hash';
import { GOOD_PASSWORD, phoneOf } from '../../../features/users/support/world';

/**
 * A world in which every row says whose it is: each project, unit and account has things of every kind, with a word in their
 * text that stands nowhere else. What a caller may see is worked out here from mappings alone, not by the code under test.
 */

export interface Place {
  readonly project: string;
  readonly unit: string;
  readonly branch: string;
  readonly word: string;
  readonly tenant: string;
}
export const PLACES: readonly Place[] = [
  { project: 'P-1', unit: 'E-1', branch: 'B01', word: 'alpha', tenant: 'tenantAlpha' },
  { project: 'P-2', unit: 'E-2', branch: 'B01', word: 'bravo', tenant: 'tenantBravo' },
  { project: AIRPORT_PROJECT, unit: 'E-4', branch: 'B01', word: 'charlie', tenant: 'tenantCharlie' },
  { project: 'P-3', unit: 'E-3', branch: 'B02', word: 'delta', tenant: 'tenantDelta' },
];

/** Somebody whose things are asked for. */
export interface Owner {
  readonly username: string;
  readonly userType: number;
  readonly branch: string | null;
  readonly projects: readonly string[];
  readonly branches: readonly string[];
}
const HEAD: Owner = { username: 'secondHead', userType: 0, branch: null, projects: [], branches: [] };
/** Belongs to one branch and sees a project of the other one besides. */
const CROSSING: Owner = { username: 'crossing', userType: 1, branch: 'B01', projects: ['P-1', 'P-3'], branches: [] };
const tenantOf = ({ tenant, branch, project }: Place): Owner => ({
  username: tenant,
  userType: 1,
  branch,
  projects: [project],
  branches: [],
});
const ownerOf = ({ username, userType, branchCode, projects, branches }: Persona): Owner => ({
  username,
  userType,
  branch: branchCode,
  projects,
  branches,
});
const MADE = [HEAD, CROSSING, ...PLACES.map(tenantOf)];
export const OWNERS: readonly Owner[] = [...MADE, ...PERSONA_NAMES.map((name) => ownerOf(persona(name)))];

const kindOf = ({ userType, branch, projects, branches }: Owner) =>
  JSON.stringify([userType, branch, projects, branches]);
/** One of each kind: another one of the same branch, projects and branches is seen and held by the same callers. */
export const KINDS_OF_OWNER: readonly Owner[] = OWNERS.filter(
  (owner, index) => OWNERS.findIndex((other) => kindOf(other) === kindOf(owner)) === index,
);
/** Accounts of whose kind another one is asked for. */
export const REPEATED_OWNERS: ReadonlySet<string> = new Set(
  OWNERS.filter((owner) => !KINDS_OF_OWNER.includes(owner)).map(({ username }) => username),
);

/** The number of a message about a place's unit: 0 its fault, 1 its call-out. */
export const noticeId = (place: Place, index: number) => BigInt(900_000 + PLACES.indexOf(place) * 2 + index);

export const seesPlace = ({ userType, branches, projects }: Persona, { branch, project }: Place) =>
  userType === 0 || (userType === 2 ? branches.includes(branch) : projects.includes(project));
/** `usr` of api.md §1.5; a caller's own account is always among them. */
export const seesOwner = ({ username, userType, branches }: Persona, owner: Owner) =>
  userType === 0 ||
  owner.username === username ||
  (userType === 2 && owner.userType !== 0 && owner.branch !== null && branches.includes(owner.branch));
export const seesBranch = (who: Persona, branch: string) =>
  who.userType === 0 ||
  (who.userType === 2
    ? who.branches.includes(branch)
    : PLACES.some((place) => place.branch === branch && seesPlace(who, place)));
/** May get into an account: all that it sees is his to see (readings 116). */
export const holdsOwner = (who: Persona, owner: Owner) =>
  seesOwner(who, owner) &&
  owner.branches.every((branch) => seesBranch(who, branch)) &&
  owner.projects.every((project) => PLACES.some((place) => place.project === project && seesPlace(who, place)));

export const words = {
  unit: ({ word }: Place) => `unit-${word}-only`,
  project: ({ word }: Place) => `project-${word}-only`,
  payer: ({ word }: Place) => `payer-${word}-only`,
  nick: ({ username }: Owner) => `nick_of_${username}`,
  feedback: ({ username }: Owner) => `feedback-of-${username}`,
  sms: ({ username }: Owner) => `sms-of-${username}`,
  mail: ({ username }: Owner) => `mail-of-${username}`,
  device: ({ username }: Owner) => `device-of-${username}`,
  log: ({ username }: Owner) => `log-of-${username}`,
  apply: ({ username }: Owner) => `apply-of-${username}`,
  approval: ({ username }: Owner) => `approval-of-${username}`,
  file: ({ username }: Owner) => `file-of-${username}`,
} as const;

/** Every word of a row that the caller may not see; none of them may stand in any answer. */
export function forbiddenWords(who: Persona): string[] {
  const places = PLACES.filter((place) => !seesPlace(who, place)).flatMap((place) => [
    words.unit(place),
    words.project(place),
    words.payer(place),
  ]);
  const owners = OWNERS.filter((owner) => !seesOwner(who, owner)).flatMap((owner) => [
    words.nick(owner),
    words.feedback(owner),
    words.sms(owner),
    words.log(owner),
    words.apply(owner),
    words.approval(owner),
    words.file(owner),
  ]);
  return [...places, ...owners];
}

/** Of log lines; the calls of a test write lines of their own. */
export const FIRST_ID = 9_000_000_000;

const padded = (start: string) => start.replace(/[^A-Za-z0-9]/g, '').padEnd(32, 'x');
export const paths = {
  invoice: ({ username }: Owner) => `${padded(`invoice${username}`)}.pdf`,
  feedback: ({ username }: Owner) => `${padded(`feedback${username}`)}.png`,
  campus: ({ username }: Owner) => `${padded(`campus${username}`)}.png`,
  inspection: ({ word }: Place) => `${padded(`inspection${word}`)}.pdf`,
  report: ({ word }: Place) => `${padded(`report${word}`)}.pdf`,
} as const;

async function keep(
  kind: 'invoice' | 'feedback' | 'campus' | 'inspection' | 'report',
  path: string,
  name: string,
  of: { username?: string; equipmentNo?: string },
): Promise<void> {
  const content = path.endsWith('pdf') ? PDF : PNG;
  const place = join(config().dataDir, 'uploads', path.slice(0, 2), path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
  await db().storedFile.create({
    data: {
      path,
      kind,
      name,
      mime: path.endsWith('pdf') ? 'application/pdf' : 'image/png',
      size: content.length,
      sha256: 'x',
      ...of,
    },
  });
}

/** To the accounts of the place's project alone. */
async function createAnnouncement(id: string, place: Place, state: 'DRAFT' | 'PUBLISHED'): Promise<void> {
  await db().announcement.create({
    data: {
      id,
      title: words.unit(place),
      message: words.unit(place),
      receivingMethod: 1,
      audienceKind: 'project',
      audienceValues: [place.project],
      isLimited: true,
      state,
      publishDate: state === 'DRAFT' ? null : new Date(),
      places: { create: { projectId: place.project } },
    },
  });
}

/** The number of the place's pro gateway. */
export const proNumber = ({ word }: Place) => `PRO-${word.toUpperCase()}`;

async function createGateway(cubeNo: string, { project, branch }: Place): Promise<void> {
  await db().edgeCube.create({
    data: {
      cubeNo,
      kind: 'pro',
      bindState: 'BOUND',
      secretHash: 'x',
      secretAt: new Date(),
      projectId: project,
      branchCode: branch,
      ports: 8,
    },
  });
}

async function createGroup(groupId: string, { project, branch }: Place, units: readonly string[] = []): Promise<void> {
  await db().equipmentGroup.create({
    data: {
      groupId,
      groupName: groupId,
      projectId: project,
      branchCode: branch,
      responsible: [],
      exceptions: [],
      week: { create: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, closed: true })) },
      items: { create: units.map((equipmentNo) => ({ equipmentNo })) },
      logs: {
        create: units.map((equipmentNo) => ({ action: 'start', equipmentNo, result: 'SUCCESS', confirmedBy: groupId })),
      },
    },
  });
}

async function createScreen(screenNo: string, place: Place, noticeIds: readonly string[] = []): Promise<void> {
  const startTime = new Date();
  await db().smartScreen.create({
    data: {
      screenNo,
      equipmentNo: place.unit,
      branchCode: place.branch,
      place: 'car',
      keyHash: 'x',
      notices: {
        create: noticeIds.map((noticeId) => ({
          noticeId,
          text: words.unit(place),
          startTime,
          endTime: new Date(startTime.getTime() + 3_600_000),
          priority: 'normal',
          createBy: noticeId,
        })),
      },
    },
  });
}

async function createCamera(cameraId: string, { unit, branch }: Place): Promise<void> {
  await db().camera.create({
    data: {
      cameraId,
      equipmentNo: unit,
      branchCode: branch,
      platform: 'video',
      deviceId: cameraId,
      channelId: 1,
      position: 'car',
      source: 'rtmp',
      status: '02',
      remark: cameraId,
    },
  });
}

async function furnishPlace(place: Place): Promise<void> {
  const { unit, project, branch, word } = place;
  await db().equipment.update({
    where: { equipmentNo: unit },
    data: {
      equipmentName: words.unit(place),
      buildingName: words.unit(place),
      cubeNo: `CUBE-${word.toUpperCase()}`,
      totalFloors: 5,
      floorMapping: { 1: 'B1', 2: '1', 3: '2', 4: '3', 5: '4' },
      floorMappingConfiged: 1,
    },
  });
  await db().edgeCube.create({
    data: {
      cubeNo: `CUBE-${word.toUpperCase()}`,
      kind: 'box',
      bindState: 'BOUND',
      secretHash: 'x',
      secretAt: new Date(),
      branchCode: branch,
      fwVersion: `fw-${word}`,
    },
  });
  await createGateway(proNumber(place), place);
  await createGroup(`GR-${word}`, place, [unit]);
  await createScreen(`SC-${word}`, place, [`SN-${word}`]);
  await db().thirdGateway.createMany({
    data: [
      { id: `TL-${word}`, kind: 'tl', equipmentNo: unit, branchCode: branch },
      {
        id: `ST-${word}`,
        kind: 'step',
        equipmentNo: unit,
        branchCode: branch,
        stepEquipmentNo: `S-${word}`,
        stepCubeId: `C-${word}`,
      },
    ],
  });
  await db().equipmentStatus.create({
    data: { equipmentNo: unit, onlineStatus: 1, errorStatus: 0, entrapmentStatus: 1 },
  });
  await db().entrapment.create({
    data: { equipmentNo: unit, startAt: new Date(), startSource: 'box', toldDate: new Date() },
  });
  await db().project.update({
    where: { projectId: project },
    data: { projectName: words.project(place), address: words.project(place) },
  });
  await db().invoiceCustomer.create({
    data: { taxId: `TAX-${word}`, projectId: project, customerName: words.payer(place) },
  });
  const now = new Date();
  await db().callback.create({
    data: {
      callbackId: `C-${word}`,
      equipmentNo: unit,
      branchCode: branch,
      callbackType: 'Customer call',
      jobDescription: words.unit(place),
      jobStatus: 'INIT',
      createDate: now,
      jobUpdateDate: now,
    },
  });
  await db().biweeklyReport.create({
    data: { equipmentNo: unit, branchCode: branch, reportTime: new Date(formatDate(now)) },
  });
  await db().symptom.create({
    data: {
      symptomId: `S-${word}`,
      symptomTitle: words.unit(place),
      equipmentNo: unit,
      branchCode: branch,
      equipmentText: words.unit(place),
      category: 'B',
      symptomState: 'OPEN',
      createDate: now,
    },
  });
  await db().activity.create({
    data: {
      equipmentNo: unit,
      branchCode: branch,
      subType: 'callback',
      objectId: `C-${word}`,
      title: words.unit(place),
      message: words.unit(place),
      notificationDate: now,
    },
  });
  for (const [index, notificationType] of (['error', 'callback'] as const).entries())
    await db().notification.create({
      data: {
        notificationId: noticeId(place, index),
        notificationType,
        subType: notificationType,
        equipmentNo: unit,
        branchCode: branch,
        title: words.unit(place),
        message: words.unit(place),
        objectId: `C-${word}`,
        guid: `${notificationType}-${word}`,
        objectStatus: notificationType === 'error',
        notificationDate: now,
      },
    });
  await db().equipmentLog.create({
    data: {
      equipmentNo: unit,
      cubeDate: now,
      logId: word,
      topic: 1,
      cnType: words.unit(place),
      desc: words.unit(place),
      status: 'start',
      payload: {},
    },
  });
  await db().inspection.create({ data: { equipmentNo: unit, branchCode: branch, comments: words.unit(place) } });
  await db().contract.create({
    data: { contractNo: `CT-${word}`, equipmentNo: unit, branchCode: branch, projectName: words.unit(place) },
  });
  await db().offMaintenance.create({
    data: {
      id: `OFF-${word}`,
      equipmentNo: unit,
      branchCode: branch,
      offDate: new Date(now.toISOString().slice(0, 10)),
      reason: 'NOT_RENEWED',
      state: 'OPEN',
      note: words.unit(place),
    },
  });
  await db().maintenanceJob.create({
    data: {
      jobNo: `M-${word}`,
      equipmentNo: unit,
      branchCode: branch,
      jobStatus: 'DONE',
      maintenanceType: 'YAE_ELE_BI',
      planDate: new Date(now.toISOString().slice(0, 10)),
      doneDate: now,
      actualTechnician1Name: words.unit(place),
      report: {
        create: {
          equipmentNo: unit,
          branchCode: branch,
          equipmentDesc: words.unit(place),
          mntDate: new Date(formatDate(now)),
          mntType: 'YAE_ELE_BI',
          status: '1',
          filePath: paths.report(place),
        },
      },
    },
  });
  await db().errorInspection.create({
    data: {
      errorId: `ER-${word}`,
      gbCode: '02',
      text: words.unit(place),
      equipmentNo: unit,
      branchCode: branch,
      startDate: now,
    },
  });
  await createCamera(`CAM-${word}`, place);
  await createAnnouncement(`AN-${word}`, place, 'PUBLISHED');
  await keep('inspection', paths.inspection(place), words.unit(place), { equipmentNo: unit });
  await keep('report', paths.report(place), words.unit(place), { equipmentNo: unit });
}

async function furnishOwner(owner: Owner, index: number): Promise<void> {
  const { username, userType, branch } = owner;
  const place = PLACES.findLast(({ project }) => owner.projects.includes(project));
  await keep('invoice', paths.invoice(owner), words.file(owner), { username });
  await keep('feedback', paths.feedback(owner), words.file(owner), { username });
  await keep('campus', paths.campus(owner), words.file(owner), { username });
  await db().user.update({
    where: { username },
    data: { nickName: words.nick(owner), phone: phoneOf(username), invoiceAttachmentPath: paths.invoice(owner) },
  });
  await db().userFeedback.create({
    data: {
      feedbackId: `F-${username}`,
      username,
      branchCode: branch,
      type: 'problem',
      content: words.feedback(owner),
      images: [paths.feedback(owner)],
      source: 'Web',
      state: 'NEW',
    },
  });
  await db().smsLog.create({
    data: {
      id: FIRST_ID + index,
      phone: phoneOf(username),
      username,
      type: 'callback',
      content: words.sms(owner),
      state: 'FAILED',
      error: 'away',
      branchCode: branch,
      equipmentNo: place?.unit ?? null,
      projectId: place?.project ?? null,
    },
  });
  await db().mailLog.create({
    data: {
      id: FIRST_ID + index,
      kind: 'other',
      toAddress: `${username}@example.com`,
      username,
      branchCode: branch,
      language: 'en',
      subject: words.mail(owner),
      content: words.mail(owner),
      attachments: [],
      state: 'FAILED',
      error: 'away',
      messageId: `<${username}>`,
    },
  });
  await db().pushLog.create({
    data: {
      id: FIRST_ID + index,
      notificationId: FIRST_ID + index,
      deviceId: username,
      deviceName: words.device(owner),
      username,
      branchCode: branch,
      kind: 'fault',
      state: 'FAILED',
      error: 'HTTP 500',
    },
  });
  await db().apiAccessLog.create({
    data: {
      id: FIRST_ID + index,
      username,
      branchCode: branch,
      userType,
      ip: '192.0.2.9',
      module: 'user',
      action: 'view',
      objectId: words.log(owner),
      method: 'GET',
      path: 'seeded/line',
      operation: 'getUser',
      code: 200,
      durationMs: 1,
      client: 'Web',
      requestId: `req-${username}`,
    },
  });
  await db().campusApply.create({
    data: {
      applyId: `A-${username}`,
      username,
      branchCode: branch,
      applyUsername: words.apply(owner),
      description: words.apply(owner),
      applyPhone: '13800000000',
      status: 'NEW',
    },
  });
  await db().userApproval.create({
    data: {
      approvalId: `V-${username}`,
      kind: 'role',
      applicant: username,
      username,
      branchCode: branch,
      state: 'PENDING',
      payload: {
        user: { username, nickName: words.approval(owner), phone: null },
        roleNameList: [],
        selectProjectList: owner.projects,
        invoiceUserList: [],
        branchUserType: 1,
      },
    },
  });
  await db().session.create({
    data: {
      id: `session-${username}`,
      username,
      accessHash: `a-${username}`,
      refreshHash: `r-${username}`,
      accessExpireAt: new Date(),
      ip: '192.0.2.9',
      userAgent: words.log(owner),
      lastUsedAt: new Date(),
      expireAt: new Date(Date.now() + 86_400_000),
    },
  });
  // Somebody's wall still holds units that have left his scope.
  await db().campusView.create({
    data: {
      username,
      title: 'wall',
      equipment: { create: PLACES.map(({ unit }, position) => ({ equipmentNo: unit, position })) },
    },
  });
}

/** Call it in `beforeAll` with DATA_DIR set. */
export async function createAccessWorld(): Promise<void> {
  await createPersonas();
  await db().authority.createMany({ data: AUTHORITIES.map((authority) => ({ authority })), skipDuplicates: true });
  await db().role.create({
    data: {
      role: 'LITE角色',
      description: 'LITE',
      branchAssignable: true,
      authorities: { create: [{ authority: 'EQUIPMENT_READ' }] },
    },
  });
  const passwordHash = await quickHash(GOOD_PASSWORD);
  for (const { username, userType, branch, projects } of MADE)
    await createAccount(username, userType, branch, projects, passwordHash);
  for (const place of PLACES) await furnishPlace(place);
  for (const [index, owner] of OWNERS.entries()) await furnishOwner(owner, index);
}

async function createAccount(
  username: string,
  userType: number,
  branchCode: string | null,
  projects: readonly string[],
  passwordHash = 'x',
): Promise<void> {
  await db().user.create({
    data: {
      username,
      usernameLower: username.toLowerCase(),
      nickName: `nick_of_${username}`,
      passwordHash,
      passwordAt: new Date(),
      userType,
      customerType: userType === 1 ? 2 : 1,
      tier: 1,
      projectbranchType: 1,
      branchCode,
      phone: phoneOf(username),
      ...(userType === 0 ? {} : { roles: { create: { role: 'LITE角色' } } }),
      mappings: { create: projects.map((mappingId) => ({ type: 1, mappingId })) },
    },
  });
}

let made = 0;
/** Something that a call may spoil: made anew for each. */
export const spare = {
  async account({ branch, project }: Place, beside: readonly string[] = []): Promise<string> {
    const username = `spare${(made += 1)}`;
    await createAccount(username, 1, branch, [...new Set([project, ...beside])]);
    return username;
  },
  async project({ branch }: Place): Promise<string> {
    const projectId = `SPARE-${(made += 1)}`;
    await db().project.create({ data: { projectId, branchCode: branch, projectName: projectId } });
    return projectId;
  },
  async gateway(place: Place): Promise<string> {
    const gatewayNo = `SPARE-${(made += 1)}`;
    await createGateway(gatewayNo, place);
    return gatewayNo;
  },
  async group(place: Place): Promise<string> {
    const groupId = `SPARE-${(made += 1)}`;
    await createGroup(groupId, place);
    return groupId;
  },
  async screen(place: Place): Promise<string> {
    const screenNo = `SPARE-${(made += 1)}`;
    await createScreen(screenNo, place);
    return screenNo;
  },
  async camera(place: Place): Promise<string> {
    const cameraId = `SPARE-${(made += 1)}`;
    await createCamera(cameraId, place);
    return cameraId;
  },
  async announcement(place: Place, state: 'DRAFT' | 'PUBLISHED'): Promise<string> {
    const id = `SPARE-${(made += 1)}`;
    await createAnnouncement(id, place, state);
    return id;
  },
  /** The account's application, waiting as it did at first. */
  async approval(username: string): Promise<string> {
    const { approvalId } = await db().userApproval.update({
      where: { approvalId: `V-${username}` },
      data: { state: 'PENDING' },
    });
    return approvalId;
  },
  name: () => `fresh${(made += 1)}`,
};

/** As before any call wrote something. */
export async function tidy(): Promise<void> {
  const usernames = (
    await db().user.findMany({
      where: { OR: ['spare', 'fresh'].map((startsWith) => ({ username: { startsWith } })) },
      select: { username: true },
    })
  ).map(({ username }) => username);
  await db().userApproval.deleteMany({ where: { username: { in: usernames } } });
  await db().announcement.deleteMany({ where: { id: { not: { startsWith: 'AN-' } } } });
  await db().user.deleteMany({ where: { username: { in: usernames } } });
  await db().edgeCube.deleteMany({ where: { cubeNo: { startsWith: 'SPARE-' } } });
  await db().equipmentGroup.deleteMany({ where: { groupId: { startsWith: 'SPARE-' } } });
  await db().smartScreen.deleteMany({ where: { screenNo: { startsWith: 'SPARE-' } } });
  await db().project.deleteMany({
    where: { OR: [{ projectId: { startsWith: 'SPARE-' } }, { projectName: { startsWith: 'fresh' } }] },
  });
  await db().session.updateMany({ where: { id: { startsWith: 'session-' } }, data: { revokedAt: null } });
  await db().storedFile.updateMany({ data: { deletedAt: null } });
  await db().feedbackMessage.deleteMany();
  await db().userFeedback.updateMany({ data: { assignee: null, state: 'NEW' } });
  await db().campusView.updateMany({ data: { logo: null, background: null } });
  for (const { username } of OWNERS) {
    await db().campusViewEquipment.deleteMany({ where: { username } });
    await db().campusViewEquipment.createMany({
      data: PLACES.map(({ unit }, position) => ({ username, equipmentNo: unit, position })),
    });
  }
}

/** Gives everybody every authority, so that nothing but the row scope stands between them. */
export async function openAllAuthorities(): Promise<void> {
  await db().roleAuthority.createMany({
    data: PERSONA_NAMES.flatMap((name) => AUTHORITIES.map((authority) => ({ role: `role-${name}`, authority }))),
    skipDuplicates: true,
  });
}
