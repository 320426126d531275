import { limits } from '@otvet/contract/values';
import { translate } from '../../../../platform/texts/texts.ts';

const MEGABYTE = 1024 * 1024;

/** The bounds of files in words, as the specification names them: whole megabytes of 1024 × 1024 bytes. */
export function describeBounds(): { size: string } {
  return { size: translate('shell.megabytes', { value: limits.sourceBytes / MEGABYTE }) };
}
