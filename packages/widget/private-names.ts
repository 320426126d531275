/**
 * Properties that only the window's own code reads: the build makes them short. Nothing that is stored, sent, received,
 * read by a computed name or shared with the loader may stand here; a test compares.
 */
export const privateNames: readonly string[] = [
  // Words.
  ...['answers', 'attach', 'detach', 'discard', 'elsewhere', 'enlarge', 'fieldsEmpty', 'formFailed'],
  ...['formSend', 'formSkip', 'formText', 'formTitle', 'goes', 'newer', 'pictureFailed', 'reasonLong', 'reasonLost'],
  ...['refusedOff', 'refusedOrigin', 'subtitle', 'tooComplex', 'tooLarge', 'tooMany', 'tooManyPixels', 'wrongType'],
  // Functions and parts.
  ...['addFiles', 'applyEvent', 'buildPicture', 'formatTime', 'formatWait', 'isAllowed', 'isLeading', 'isLocalImage'],
  ...['loadImage', 'loadOutbox', 'loadPicture', 'loadReadSeq', 'markAccepted', 'markRead', 'onLead', 'onLink'],
  ...['onRefused', 'onSend', 'onShared', 'onToken', 'onTokenRefused', 'onTyping', 'onWaiting', 'openEvents'],
  ...['saveContact', 'scrollToEnd', 'sendContact', 'sendImage', 'sendPicture', 'sendText', 'sendTyping', 'setShown'],
  ...['showLink', 'startOver', 'takeAll', 'trackOnce', 'trackOpen'],
];
