import { render } from 'preact';
import '@picocss/pico/css/pico.jade.min.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/menu.css';
import './styles/parts.css';
import './styles/lists.css';
import './styles/playground.css';
import './styles/transcript.css';
import './styles/print.css';
import { App } from './app.tsx';
import { dropOldFiles } from './sending/kept-files.ts';
import { followSignIns, loadSession } from './session.ts';

const root = document.querySelector('#app');
if (root) render(<App />, root);
followSignIns(new BroadcastChannel('session'));
void loadSession();
void dropOldFiles();
