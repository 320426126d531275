import { locale, messengers, roles, subscriptionStatuses, tourSteps } from '@otvet/contract';
import { nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';

const MEMBER = { accountId: 'uuid', userId: 'text' } as const;

/**
 * Counts one automatic answer of an account at a time: 'ok', 'plan' or 'quota'. A function of the database, so that
 * an answer is stored and counted in one statement; besides `takeMessages` the one way in which another domain changes accounts.
 */
export const takeMessage = ({ accountId, now }: { accountId: string; now: string }): string =>
  `take_message(${accountId}, ${now})`;

/** A row of the account that nobody else holds, kept for `takeMessages`; no row where it would have to wait. */
export const freeAccount = (accountId: string): string =>
  `select from accounts where id = ${accountId} for no key update skip locked`;

/**
 * Counts `count` automatic answers of each account `id` of `counted` at the time `now`, all of them or none: rows are the
 * accounts that have so many. What becomes of the others' answers, `takeMessage` says of each.
 */
export const takeMessages = (counted: string): string => `
  update accounts a set messages_used = a.messages_used + c.count from ${counted} c
  where a.id = c.id and allowance_for(a, c.count, c.now) = 'ok' returning a.id`;

/** What `takeMessage` would say, and nothing is taken. */
export const allowanceOf = ({ accountId, now }: { accountId: string; now: string }): string =>
  `message_allowance(${accountId}, ${now})`;

/** `plan`: its time is over, or it is not active; `quota`: its messages are used up. */
export const allowances = ['ok', 'plan', 'quota'] as const;
export type Allowance = (typeof allowances)[number];

/** What the next answer of the account would meet. */
export const readAllowance = statement({
  sql: `select ${allowanceOf({ accountId: 'id', now: ':now' })} as allowance from accounts where id = :accountId`,
  params: { accountId: 'uuid', now: 'timestamptz' },
  row: { allowance: oneOf(allowances) },
});

/** An answer was counted and never sent; what an earlier period counted is over. */
export const giveBackMessages = statement({
  sql: `update accounts set messages_used = messages_used - 1
    where id = :accountId and messages_used > 0 and current_period_start <= :takenAt`,
  params: { accountId: 'uuid', takenAt: 'timestamptz' },
});

export const insertAccount = statement({
  sql: `insert into accounts (id, name, plan, status, current_period_start, current_period_end, messages_limit, created_at)
    values (:accountId, :name, :plan, 'active', :start, :end, :messagesLimit, :start)`,
  params: {
    accountId: 'uuid',
    name: 'text',
    plan: 'text',
    start: 'timestamptz',
    end: 'timestamptz',
    messagesLimit: nullable('int4'),
  },
});

/** A period that begins now, with nothing used of it. */
export const setAllowance = statement({
  sql: `update accounts set plan = :plan, status = 'active', messages_limit = :messagesLimit, messages_used = 0,
      current_period_start = :now, current_period_end = :end where id = :accountId`,
  params: {
    accountId: 'uuid',
    plan: 'text',
    messagesLimit: nullable('int4'),
    now: 'timestamptz',
    end: 'timestamptz',
  },
});

export const insertMember = statement({
  sql: `insert into members (account_id, user_id, role, email, name, locale, privacy_accepted_at, created_at)
    values (:accountId, :userId, :role, :email, :name, :locale, :privacyAcceptedAt, :now)`,
  params: {
    ...MEMBER,
    role: oneOf(roles),
    email: 'text',
    name: 'text',
    locale: oneOf(locale.options),
    privacyAcceptedAt: nullable('timestamptz'),
    now: 'timestamptz',
  },
});

/** The one membership of a user: the scope that proves the account of everything that follows. */
export const findMember = statement({
  sql: `select m.account_id, m.user_id, m.email, m.name, m.locale, u.email_verified as is_confirmed
    from members m join auth_user u on u.id = m.user_id where m.user_id = :userId`,
  params: { userId: 'text' },
  row: { ...MEMBER, email: 'text', name: 'text', locale: oneOf(locale.options), isConfirmed: 'bool' },
});
export type Member = RowOf<typeof findMember>;

export const readUserData = statement({
  sql: `select m.user_id, m.account_id, a.name as account_name, m.email, m.name, m.photo_file_id, m.locale, m.pay_yearly,
      m.tour_step, m.first_steps_over, a.plan, a.status, a.current_period_start, a.current_period_end, a.messages_used, a.messages_limit,
      m.role, m.contact, m.messenger
    from members m join accounts a on a.id = m.account_id where m.account_id = :accountId and m.user_id = :userId`,
  params: MEMBER,
  row: {
    ...MEMBER,
    accountName: 'text',
    email: 'text',
    name: 'text',
    photoFileId: nullable('uuid'),
    locale: oneOf(locale.options),
    payYearly: 'bool',
    tourStep: oneOf(tourSteps),
    firstStepsOver: 'bool',
    plan: 'text',
    status: oneOf(subscriptionStatuses),
    currentPeriodStart: 'timestamptz',
    currentPeriodEnd: 'timestamptz',
    messagesUsed: 'int4',
    messagesLimit: nullable('int4'),
    role: oneOf(roles),
    contact: nullable('text'),
    messenger: nullable(oneOf(messengers)),
  },
});
export type UserDataRow = RowOf<typeof readUserData>;

/** Fields that are not given stay as they are. */
export const updateMember = statement({
  sql: `update members set name = coalesce(:name, name), locale = coalesce(:locale, locale), pay_yearly = coalesce(:payYearly, pay_yearly),
      tour_step = coalesce(:tourStep, tour_step), contact = coalesce(:contact, contact), messenger = coalesce(:messenger, messenger),
      first_steps_over = coalesce(:firstStepsOver, first_steps_over)
    where account_id = :accountId and user_id = :userId`,
  params: {
    ...MEMBER,
    name: nullable('text'),
    locale: nullable(oneOf(locale.options)),
    payYearly: nullable('bool'),
    tourStep: nullable(oneOf(tourSteps)),
    contact: nullable('text'),
    messenger: nullable(oneOf(messengers)),
    firstStepsOver: nullable('bool'),
  },
});

export const renameAccount = statement({
  sql: 'update accounts set name = :name where id = :accountId',
  params: { accountId: 'uuid', name: 'text' },
});

export const updateMemberEmail = statement({
  sql: 'update members set email = :email where account_id = :accountId and user_id = :userId',
  params: { ...MEMBER, email: 'text' },
});

export const findOwnerLocale = statement({
  sql: "select locale from members where account_id = :accountId and role = 'owner' order by created_at limit 1",
  params: { accountId: 'uuid' },
  row: { locale: oneOf(locale.options) },
});

/** Who is told what concerns the whole account. */
export const findOwner = statement({
  sql: `select m.account_id, m.email, m.locale, u.email_verified as is_confirmed from members m join auth_user u on u.id = m.user_id
    where m.account_id = :accountId and m.role = 'owner' order by m.created_at limit 1`,
  params: { accountId: 'uuid' },
  row: { accountId: 'uuid', email: 'text', locale: oneOf(locale.options), isConfirmed: 'bool' },
});

export const findMemberName = statement({
  sql: `select coalesce(nullif(m.name, ''), a.name) as name from members m join accounts a on a.id = m.account_id
    where m.account_id = :accountId and m.user_id = :userId`,
  params: MEMBER,
  row: { name: 'text' },
});

/** Puts another picture in place, or none, and gives the former one. */
export const setPhoto = statement({
  sql: `update members m set photo_file_id = :fileId
    from (select photo_file_id from members where account_id = :accountId and user_id = :userId for update) former
    where m.account_id = :accountId and m.user_id = :userId returning former.photo_file_id as former_file_id`,
  params: { ...MEMBER, fileId: nullable('uuid') },
  row: { formerFileId: nullable('uuid') },
});

export const findPhoto = statement({
  sql: 'select photo_file_id from members where account_id = :accountId and user_id = :userId',
  params: MEMBER,
  row: { photoFileId: nullable('uuid') },
});

/** A row where the file is the picture of somebody in the account. */
export const findPhotoOwner = statement({
  sql: 'select user_id from members where account_id = :accountId and photo_file_id = :fileId limit 1',
  params: { accountId: 'uuid', fileId: 'uuid' },
  row: { userId: 'text' },
});

export const findSubscriptionStatus = statement({
  sql: 'select status from accounts where id = :accountId',
  params: { accountId: 'uuid' },
  row: { status: oneOf(subscriptionStatuses) },
});
