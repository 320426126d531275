import './app/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { openFirstView } from './app/first-view.tsx';
import { noteLostPart, watchLostChunks } from './platform/build-mark/lost-chunk.ts';
import { startSession } from './platform/session/session.ts';

/** Not awaited by the module itself: the parts that it loads import it, and would wait for it in turn. */
async function start(): Promise<void> {
  const [, hasStyles] = await Promise.all([openFirstView(), window.otvetStyles]);
  if (hasStyles === false) noteLostPart();
  void startSession();
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<App />);
}

watchLostChunks();
void start();
