import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuProvider,
  Radio,
  RadioGroup,
  RadioProvider,
} from '@ariakit/react';
import { useDeferredValue, useEffect, useState } from 'react';
import { download } from '../charts/export';
import { FRAMES, TABS, type Frame } from '../share/view';
import { RememberedDialog } from './mapping/RememberedDialog';
import { forget, notify, save, sentence, setView, useApp } from './state';
import { NEEDS_NO_DATA, TAB_LABEL, VIEWS } from './views';

const FRAME_LABEL: Readonly<Record<Frame, string>> = {
  single: 'Single',
  overlay: 'Overlay',
  side: 'Side by side',
  difference: 'Difference',
  ratio: 'Ratio',
};

/** Name, tabs, the A/B switch, what can be done with the whole work, and the theme. */
export function Header() {
  const tab = useApp((s) => s.view.tab);
  const loaded = useDeferredValue(useApp((s) => s.catalogue.runs.length > 0 || s.reports.length > 0));
  return (
    <header className="app-header">
      <span className="app-name">Fabriscope</span>
      {(loaded || NEEDS_NO_DATA.includes(tab)) && (
        <nav className="app-tabs" aria-label="Views">
          {TABS.filter((name) => VIEWS[name]).map((name) => (
            <Button
              key={name}
              className="app-tab"
              aria-current={tab === name ? 'page' : undefined}
              onClick={() => setView({ tab: name })}
            >
              {TAB_LABEL[name]}
            </Button>
          ))}
        </nav>
      )}
      <div className="app-tools">
        {tab === 'congestion' ? <SettingFrameSwitch /> : loaded && tab !== 'fabric' && <FrameSwitch />}
        {loaded && <WorkMenu />}
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** Single, overlay, side by side, difference, ratio: shared by every view. */
function FrameSwitch() {
  const frame = useApp((s) => s.view.frame);
  // Over time there is one set of curves, whatever A and B are.
  const compared = useApp((s) => s.view.sides !== null && (s.view.tab !== 'speedup' || s.view.x !== 'time'));
  return (
    <Frames compared={compared} frame={frame} onFrame={(chosen) => setView({ frame: chosen, pin: null })} />
  );
}

/** The same for the settings of the estimator, which are A and B there; its other modes compare nothing of this kind. */
function SettingFrameSwitch() {
  const frame = useApp((s) => s.view.settingFrame);
  const mode = useApp((s) => s.view.mode);
  const compared = useApp((s) => s.view.settings.length > 1);
  if (mode !== 'estimate') return null;
  return <Frames compared={compared} frame={frame} onFrame={(settingFrame) => setView({ settingFrame })} />;
}

function Frames(props: { compared: boolean; frame: Frame; onFrame: (frame: Frame) => void }) {
  const { compared, frame, onFrame } = props;
  return (
    <RadioProvider
      value={compared ? frame : 'single'}
      setValue={(value) => {
        const chosen = FRAMES.find((name) => name === value);
        if (chosen) onFrame(chosen);
      }}
    >
      <RadioGroup className="segments" aria-label="How A and B are shown">
        {FRAMES.map((name) => (
          <label key={name} className="segment">
            <Radio value={name} disabled={!compared && name !== 'single'} />
            <span>{FRAME_LABEL[name]}</span>
          </label>
        ))}
      </RadioGroup>
    </RadioProvider>
  );
}

function WorkMenu() {
  const [remembered, setRemembered] = useState(false);
  const saveFile = () =>
    save()
      .then((blob) => download('work.fabriscope', blob))
      .catch((error: unknown) => notify('problem', `The file could not be made: ${sentence(error)}`));
  const copy = () =>
    navigator.clipboard
      .writeText(window.location.href)
      .then(() =>
        notify(
          'info',
          'The link to this view is copied. It opens the same view where the same data is loaded or served.',
        ),
      )
      .catch(() =>
        notify(
          'problem',
          'The browser does not let this page write to the clipboard: copy the address from the address bar.',
        ),
      );
  return (
    <MenuProvider>
      {remembered && <RememberedDialog onClose={() => setRemembered(false)} />}
      <MenuButton className="button">Work</MenuButton>
      <Menu className="menu" gutter={4}>
        <MenuItem className="menu-item" onClick={() => void copy()}>
          Copy link to this view
        </MenuItem>
        <MenuItem className="menu-item" onClick={() => void saveFile()}>
          Save as .fabriscope file
        </MenuItem>
        <MenuItem className="menu-item" onClick={() => setRemembered(true)}>
          Remembered tables…
        </MenuItem>
        <MenuItem className="menu-item" onClick={() => void forget()}>
          Forget everything
        </MenuItem>
      </Menu>
    </MenuProvider>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem('theme')) ?? 'system';
  } catch {
    // No storage here (file://, private windows): follow the system.
    return 'system';
  }
}

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Not kept where there is no storage.
    }
  }, [theme]);
  return (
    <label className="theme">
      <span className="visually-hidden">Theme</span>
      <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        <option value="system">Theme: system</option>
        <option value="light">Theme: light</option>
        <option value="dark">Theme: dark</option>
      </select>
    </label>
  );
}
