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
import { useDeferredValue, useState } from 'react';
import { download } from '../charts/export';
import { sectionOfRules } from '../compare/identity/rules';
import { FRAMES, type Frame } from '../share/view';
import { RememberedDialog } from './mapping/RememberedDialog';
import { ForgetDialog } from './ForgetDialog';
import { ShareDialog } from './share/ShareDialog';
import { ALL_TABS, tabOf } from '../views/tabs';
import { notify, save, sentence, setView, useApp, workspace } from '../session/state';
import { ThemeMenu } from './ThemeMenu';

const FRAME_LABEL: Readonly<Record<Frame, string>> = {
  single: 'Single',
  overlay: 'Overlay',
  side: 'Side by side',
  difference: 'Difference',
  ratio: 'Ratio',
};

/** The same where there is little room. */
const FRAME_SIGN: Readonly<Record<Frame, string>> = {
  single: 'A',
  overlay: 'A+B',
  side: 'A|B',
  difference: 'B−A',
  ratio: 'B∕A',
};

/**
 * Name, tabs, the A/B switch, what can be done with the whole work, and the theme. `runs` = whether the run list stands
 * beside the view, null where there is none.
 */
export function Header(props: { runs: boolean | null; onRuns: (shown: boolean) => void }) {
  const { runs, onRuns } = props;
  const tab = useApp((s) => s.view.tab);
  const loaded = useDeferredValue(useApp((s) => s.catalogue.runs.length > 0 || s.reports.length > 0));
  return (
    <header className="app-header">
      {runs !== null && (
        <Button
          className="button icon-button"
          aria-label={runs ? 'Hide the run list' : 'Show the run list'}
          title={runs ? 'Hide the run list' : 'Show the run list'}
          aria-expanded={runs}
          onClick={() => onRuns(!runs)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <rect
              x="1.75"
              y="2.75"
              width="12.5"
              height="10.5"
              rx="1.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            />
            <path d={runs ? 'M2 3h4v10H2z' : 'M6 3v10'} fill="currentColor" stroke="currentColor" />
          </svg>
        </Button>
      )}
      <span className="app-name">Fabriscope</span>
      {(loaded || !tabOf(tab).needsData) && (
        <nav className="app-tabs" aria-label="Views">
          {ALL_TABS.map(({ id, label }) => (
            <Button
              key={id}
              className="app-tab"
              aria-current={tab === id ? 'page' : undefined}
              onClick={() => setView({ tab: id })}
            >
              {label}
            </Button>
          ))}
        </nav>
      )}
      <div className="app-tools">
        {tab === 'congestion' ? (
          <SettingFrameSwitch />
        ) : (
          loaded && tabOf(tab).frames.length > 0 && <FrameSwitch />
        )}
        {(loaded || !tabOf(tab).needsData) && <ShareButton />}
        {loaded && <WorkMenu />}
        <ThemeMenu />
      </div>
    </header>
  );
}

/** Single, overlay, side by side, difference, ratio: shared by every view. */
function FrameSwitch() {
  const { frames, frameKey } = useApp((s) => tabOf(s.view.tab));
  const frame = useApp((s) => s.view[frameKey]);
  // Over time there is one set of curves, whatever A and B are.
  const compared = useApp((s) => s.view.sides !== null && (s.view.tab !== 'speedup' || s.view.x !== 'time'));
  return (
    <Frames
      compared={compared}
      frame={frames.includes(frame) ? frame : 'side'}
      frames={frames}
      onFrame={(chosen) => setView({ [frameKey]: chosen, pin: null })}
    />
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

function Frames(props: {
  compared: boolean;
  frame: Frame;
  frames?: readonly Frame[];
  onFrame: (frame: Frame) => void;
}) {
  const { compared, frame, frames = FRAMES, onFrame } = props;
  return (
    <RadioProvider
      value={compared ? frame : 'single'}
      setValue={(value) => {
        const chosen = frames.find((name) => name === value);
        if (chosen) onFrame(chosen);
      }}
    >
      <RadioGroup className="segments" aria-label="How A and B are shown">
        {frames.map((name) => (
          <label key={name} className="segment" title={FRAME_LABEL[name]}>
            <Radio value={name} aria-label={FRAME_LABEL[name]} disabled={!compared && name !== 'single'} />
            <span>
              <span className="frame-label">{FRAME_LABEL[name]}</span>
              <span className="frame-sign">{FRAME_SIGN[name]}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
    </RadioProvider>
  );
}

function ShareButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <ShareDialog onClose={() => setOpen(false)} />}
      <Button className="button" aria-label="Share" title="Share" onClick={() => setOpen(true)}>
        <span className="share-label">Share</span>
        <svg className="share-sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M8 10V2M5 4.5 8 1.5l3 3M4.5 7H3v7h10V7h-1.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        </svg>
      </Button>
    </>
  );
}

function WorkMenu() {
  const [remembered, setRemembered] = useState(false);
  const [forgetting, setForgetting] = useState(false);
  const saveFile = () =>
    save()
      .then((blob) => download('work.fabriscope', blob))
      .catch((error: unknown) => notify('problem', `The file could not be made: ${sentence(error)}`));
  const saveRules = async () => {
    const identity = sectionOfRules(workspace().study.rules);
    if (!identity)
      return notify(
        'info',
        'No rules to save: rename a label or say what numbers repeats in the run list first.',
      );
    const { stringify } = await import('yaml');
    download('fabriscope.yaml', new Blob([stringify({ identity })], { type: 'application/yaml' }));
  };
  return (
    <>
      {remembered && <RememberedDialog onClose={() => setRemembered(false)} />}
      {forgetting && <ForgetDialog onClose={() => setForgetting(false)} />}
      <MenuProvider>
        <MenuButton className="button">Work</MenuButton>
        <Menu className="menu" gutter={4}>
          <MenuItem className="menu-item" onClick={() => void saveFile()}>
            Save as .fabriscope file
          </MenuItem>
          <MenuItem
            className="menu-item"
            onClick={() => void saveRules().catch((error: unknown) => notify('problem', sentence(error)))}
          >
            Save repeat rules (fabriscope.yaml)
          </MenuItem>
          <MenuItem className="menu-item" onClick={() => setRemembered(true)}>
            Remembered tables…
          </MenuItem>
          <MenuItem className="menu-item" onClick={() => setForgetting(true)}>
            Forget everything…
          </MenuItem>
        </Menu>
      </MenuProvider>
    </>
  );
}
