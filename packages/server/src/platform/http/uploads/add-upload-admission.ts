import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../time/clock.ts';
import { createUploadAdmission, type UploadAdmission } from './upload-admission.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface FastifyInstance {
    /** One for all routes that read forms: their memory is one. */
    uploads: UploadAdmission;
  }
}

export function addUploadAdmission(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.decorate('uploads', createUploadAdmission({ clock }));
}
