/** Shows the number of unread answers in the page's title while nobody looks at the chat, and takes it away without touching a title the page changed. */
export function createTitleHint(): (unread: number) => void {
  let shown = '';
  return (unread) => {
    const bare = shown !== '' && document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title;
    shown = unread > 0 ? `(${unread > 9 ? '9+' : unread}) ` : '';
    if (shown + bare !== document.title) document.title = shown + bare;
  };
}
