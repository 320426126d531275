import { limits, readPlan, type UserData, type UserDataUpdate } from '@otvet/contract';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { ApiUser } from '../../platform/http/api-context.ts';
import { refuseLineBreaks } from '../../platform/mail/mailer.ts';
import { countedAnswers } from './counted-answers.ts';
import type { AccountsTools, Caller } from './deps.ts';
import { findSessionStart } from './identity-store.ts';
import { sessionLife } from './sessions/session-rules.ts';
import { readUserData, renameAccount, setPhoto, type UserDataRow, updateMember } from './store.ts';

/** User data of the specification, section 3. */
export async function getUserData(tools: AccountsTools, user: ApiUser): Promise<UserData> {
  const row = await readUserData.first(tools.pool, user);
  if (row === undefined) throw new AppError('auth.required');
  const [files, impersonation] = await Promise.all([tools.files.usage(user.accountId), readImpersonation(tools, user)]);
  const photoUrl = row.photoFileId && tools.files.links.make({ accountId: row.accountId, fileId: row.photoFileId });
  return {
    ...toUserData(row),
    photoUrl,
    trial: toTrial(tools, row),
    hasModel: tools.hasModel,
    hasTranscription: tools.hasTranscription,
    publicUrl: tools.publicUrl ?? null,
    hasWebhookAddress: tools.hasWebhookAddress,
    files,
    impersonation,
  };
}

/** What a user may change about himself; the name of the account only its owner. */
export async function updateUserData(
  tools: AccountsTools,
  { user, update, ip }: { user: ApiUser; update: UserDataUpdate } & Caller,
): Promise<UserData> {
  const { accountName, ...own } = update;
  const { name, locale, payYearly, tourStep, contact, messenger, firstStepsOver } = own;
  refuseLineBreaks({ name: name ?? '', contact: contact ?? '', accountName: accountName ?? '' });
  if (accountName !== undefined && user.role !== 'owner') throw new AppError('auth.forbidden');
  const { accountId, userId } = user;
  await withTransaction(tools.pool, async (tx) => {
    const changed = { name, locale, payYearly, tourStep, contact, messenger, firstStepsOver };
    await updateMember.run(tx, { accountId, userId, ...changed });
    const entry = { accountId, actor: userId, ip, object: `user:${userId}` };
    const fields = Object.keys(own).join(', ');
    if (fields !== '') await tools.audit({ ...entry, action: 'profile.changed', details: { fields } }, tx);
    if (accountName !== undefined) {
      await renameAccount.run(tx, { accountId, name: accountName });
      const details = { name: accountName };
      await tools.audit({ ...entry, action: 'account.renamed', object: `account:${accountId}`, details }, tx);
    }
  });
  tools.announceChange({ accountId, userId });
  return getUserData(tools, user);
}

/** Marks are shown small: whoever loads one should not wait for the photo of a phone. */
const PHOTO_EDGE = 256;

/** The picture under which colleagues and customers see a user. */
export async function savePhoto(
  tools: AccountsTools,
  { user, file, ip }: { user: ApiUser; file: File } & Caller,
): Promise<UserData> {
  const { accountId, userId } = user;
  const bytes = Buffer.from(await file.arrayBuffer());
  const by = { kind: 'member' as const, userId };
  const image = { accountId, bytes, name: file.name, maxBytes: limits.photoBytes, maxEdge: PHOTO_EDGE, by };
  const { id } = await tools.files.saveImage(image);
  return changePhoto(tools, { user, fileId: id, ip });
}

/** `fileId` null: none from now on. The former file goes once nothing shows it. */
export async function changePhoto(
  tools: AccountsTools,
  { user, fileId, ip }: { user: ApiUser; fileId: string | null } & Caller,
): Promise<UserData> {
  const { accountId, userId } = user;
  const former = await withTransaction(tools.pool, async (tx) => {
    const isThere = fileId === null || (await tools.files.attach({ accountId, fileIds: [fileId] }, tx)).length > 0;
    if (!isThere) throw new AppError('files.not_found');
    const entry = { accountId, actor: userId, ip, object: `user:${userId}` };
    await tools.audit({ ...entry, action: 'profile.changed', details: { fields: 'photo' } }, tx);
    return (await setPhoto.first(tx, { accountId, userId, fileId }))?.formerFileId ?? null;
  });
  if (former !== null) await tools.files.remove({ accountId, fileId: former });
  tools.announceChange({ accountId, userId });
  return getUserData(tools, user);
}

/** Null where no plan limits anything. */
function toTrial(tools: AccountsTools, row: UserDataRow): UserData['trial'] {
  const { counts, canPay } = tools.plans;
  const { messagesUsed: used, messagesLimit: limit } = row;
  if (readPlan(row.plan) !== 'trial' || limit === null || counts === 'nothing') return null;
  return { used, limit, endsAt: row.currentPeriodEnd.toISOString(), counts: countedAnswers(tools), canPay };
}

function toUserData(
  row: UserDataRow,
): Omit<
  UserData,
  'photoUrl' | 'files' | 'hasModel' | 'hasTranscription' | 'publicUrl' | 'hasWebhookAddress' | 'impersonation' | 'trial'
> {
  return {
    uid: row.userId,
    accountId: row.accountId,
    accountName: row.accountName,
    email: row.email,
    name: row.name,
    locale: row.locale,
    payYearly: row.payYearly,
    tourStep: row.tourStep,
    firstStepsOver: row.firstStepsOver,
    subscriptionPlan: readPlan(row.plan),
    subscriptionStatus: row.status,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    role: row.role,
    contact: row.contact,
    messenger: row.messenger,
  };
}

async function readImpersonation(tools: AccountsTools, user: ApiUser): Promise<UserData['impersonation']> {
  if (user.impersonatedBy === null) return null;
  const session = await findSessionStart.first(tools.pool, user);
  if (session === undefined) throw new AppError('auth.required');
  const until = new Date(session.createdAt.getTime() + sessionLife.impersonatedSeconds * 1000);
  return { by: user.impersonatedBy, until: until.toISOString() };
}
