import './app/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { noteLostPart, watchLostChunks } from './platform/build-mark/lost-chunk.ts';
import { startSession } from './platform/session/session.ts';
import { startTexts } from './platform/texts/texts.ts';

watchLostChunks();
const [, hasStyles] = await Promise.all([startTexts(), window.otvetStyles]);
if (hasStyles === false) noteLostPart();
void startSession();

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
