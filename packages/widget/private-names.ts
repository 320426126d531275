/**
 * Properties that only the window's own code reads: the build makes them short. Nothing that is stored, sent, received,
 * read by a computed name or shared with the loader may stand here; a test compares.
 */
export const privateNames: readonly string[] = [
  ...[
    'addFiles',
    'applyEvent',
    'buildPicture',
    'fitPicture',
    'formatTime',
    'formatWait',
    'isAllowed',
    'isLeading',
    'isLocalImage',
    'isPicture',
  ],
  ...['loadImage', 'loadOutbox', 'loadPicture', 'loadReadSeq', 'markAccepted', 'markRead', 'onLead', 'onLink'],
  ...['onRefused', 'onSend', 'onShared', 'onSlow', 'onToken', 'onTokenRefused', 'onTyping', 'onWaiting', 'openEvents'],
  ...[
    'saveContact',
    'scrollToEnd',
    'seriesSince',
    'sendContact',
    'sendImage',
    'sendPicture',
    'sendText',
    'sendTyping',
    'setShown',
  ],
  ...['showLink', 'startOver', 'takeAll', 'trackOnce', 'trackOpen'],
  ...['afterMs', 'announcer', 'discard', 'flush', 'forget', 'hurry', 'isClosed', 'isFirst', 'isLast', 'isLost'],
  ...['isReady', 'onChange', 'onChoice', 'onDone', 'onDrop', 'onEvent', 'outbox', 'readSeq', 'refusal', 'session'],
  ...['setComposerShown', 'signature', 'words', 'login', 'connection', 'begin', 'resume'],
];
