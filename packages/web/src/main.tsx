import './app/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { eventTable } from './app/event-table.ts';
import { reloadOnLostChunk } from './platform/build-mark/reload-on-lost-chunk.ts';
import { handleRealtime } from './platform/realtime/realtime.ts';
import { startSession } from './platform/session/session.ts';
import { startTexts } from './platform/texts/texts.ts';

reloadOnLostChunk();
handleRealtime(eventTable);
await startTexts();
void startSession();

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
