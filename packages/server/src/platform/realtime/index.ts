export { createRealtime, type Realtime, type RealtimeDeps, type Typing } from './create-realtime.ts';
