export { withinCall } from './caller-scope.ts';
export { type Audit, type AuditEntry, createAudit } from './create-audit.ts';
