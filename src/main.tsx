import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { start } from './session/start';
import { ALL_TABS } from './views/tabs';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id "root"');
void start(() => Promise.all(ALL_TABS.map((tab) => tab.load())));
createRoot(root).render(<App />);
