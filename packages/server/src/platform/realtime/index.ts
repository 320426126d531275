export { createRealtime, type Realtime, type RealtimeDeps, type TypingListener } from './create-realtime.ts';
