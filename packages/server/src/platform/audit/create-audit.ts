import type { AuditAction } from '@otvet/contract';
import type { Queryable } from '../database/queryable.ts';
import { findRequest } from '../scope/request-scope.ts';
import type { Clock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { deleteOldAudit, insertAudit } from './audit-store.ts';

/** Actor of what no person did. */
const SYSTEM = 'system';
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

export type AuditEntry = {
  accountId: string;
  action: AuditAction;
  /** What it happened to: `channel:<id>`, `knowledge base:<id>`. */
  object?: string;
  /** Harmless words alone: names of fields, counts, names of bases. Never a secret or the text of a message. */
  details?: Record<string, string>;
  /** Who and from where; without them the caller of the request, else the product itself. */
  actor?: string;
  ip?: string | null;
  at?: Date;
};

/** What people changed: one row per change, in the transaction of the change. Kept for 400 days. */
export type Audit = {
  record(entry: AuditEntry, tx: Queryable): Promise<void>;
  deleteOld(db: Queryable): Promise<void>;
};

export function createAudit({ clock, newId }: { clock: Clock; newId: NewId }): Audit {
  return {
    record: async (entry, tx) => {
      const caller = findRequest()?.caller;
      await insertAudit.run(tx, {
        id: newId(),
        at: clock.now(),
        object: null,
        details: {},
        actor: caller?.userId ?? SYSTEM,
        impersonatedBy: caller?.impersonatedBy ?? null,
        ip: caller?.ip ?? null,
        ...entry,
      });
    },
    deleteOld: async (db) => {
      await deleteOldAudit.run(db, { before: new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS) });
    },
  };
}
