import type { AuditAction } from '@otvet/contract';

const DIALOG_WORK = 'work in a dialog, which shows it; messages are not audited';
const BEFORE_CONNECTED = 'nothing is connected yet; the channel is recorded when it is';

/** What every call that changes something leaves in the audit log, or why it leaves nothing. */
export const audited: Record<string, AuditAction | { reason: string }> = {
  'channels.connect': 'channel.connected',
  'channels.update': 'channel.changed',
  'channels.remove': 'channel.unlinked',
  'channels.validateToken': { reason: 'changes nothing' },
  'channels.uploadWidgetPhoto': { reason: 'a file; the settings that show it are recorded' },
  'connecting.start': { reason: BEFORE_CONNECTED },
  'connecting.advance': { reason: BEFORE_CONNECTED },
  'connecting.restart': { reason: BEFORE_CONNECTED },
  'connecting.cancel': { reason: BEFORE_CONNECTED },
  'connecting.finishRedirect': { reason: BEFORE_CONNECTED },
  'connecting.poll': { reason: BEFORE_CONNECTED },
  'chat.send': { reason: DIALOG_WORK },
  'chat.reply': { reason: DIALOG_WORK },
  'chat.retry': { reason: DIALOG_WORK },
  'chat.retryMedia': { reason: DIALOG_WORK },
  'chat.testMessage': { reason: 'it changes nothing: what would be answered is only said' },
  'chat.pause': { reason: DIALOG_WORK },
  'chat.resume': { reason: DIALOG_WORK },
  'chat.ban': 'dialog.banned',
  'chat.unban': 'dialog.unbanned',
  'chat.markAsRead': { reason: DIALOG_WORK },
  'chat.markAsUnread': { reason: DIALOG_WORK },
  'chat.uploadPhotos': { reason: DIALOG_WORK },
  'learning.create': 'knowledge.base_created',
  'learning.update': 'knowledge.base_renamed',
  'learning.remove': 'knowledge.base_deleted',
  'learning.createPair': 'knowledge.pairs_added',
  'learning.createPairs': 'knowledge.pairs_added',
  'learning.updatePair': 'knowledge.pair_changed',
  'learning.removePair': 'knowledge.pair_deleted',
  'user.register': 'account.registered',
  'user.forgotPassword': {
    reason: 'the sample asks for an address that nobody has; guessing.test.ts shows a known one',
  },
  'user.resetPassword': 'password.reset',
  'user.passwordResetToken': 'password.reset_asked',
  'user.changePassword': 'password.changed',
  'user.updateEmail': 'email.change_asked',
  'user.confirmEmail': 'email.confirmed',
  'user.signInAs': 'impersonation.started',
  'user.updateData': 'profile.changed',
};
