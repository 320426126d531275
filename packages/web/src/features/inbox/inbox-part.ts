/** What the first screen of a signed-in person is made of: one request, see `plugins/screen-chunks.ts`. */
export { AppShell } from '../../app/shell/app-shell.tsx';
export { InboxScreen } from './inbox-screen.tsx';
