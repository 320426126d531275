import { json, nullable, statement } from '../database/statement.ts';

export const insertAudit = statement({
  sql: `insert into audit_log (account_id, id, at, actor, impersonated_by, action, object, details, ip)
    values (:accountId, :id, :at, :actor, :impersonatedBy, :action, :object, :details, :ip)`,
  params: {
    accountId: 'uuid',
    id: 'uuid',
    at: 'timestamptz',
    actor: 'text',
    impersonatedBy: nullable('text'),
    action: 'text',
    object: nullable('text'),
    details: json<Record<string, string>>(),
    ip: nullable('text'),
  },
});

/** Of all accounts, by age alone. */
export const deleteOldAudit = statement({
  sql: 'delete from audit_log where at < :before',
  params: { before: 'timestamptz' },
});
