import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { start } from './session/start';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id "root"');
void start();
createRoot(root).render(<App />);
