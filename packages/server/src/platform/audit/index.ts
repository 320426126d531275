export { type Audit, type AuditEntry, createAudit } from './create-audit.ts';
