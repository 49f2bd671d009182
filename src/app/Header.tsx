import { Button, Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import { useDeferredValue, useState } from 'react';
import { download } from '../charts/export';
import { sectionOfRules } from '../compare/identity/rules';
import { RememberedDialog } from './mapping/RememberedDialog';
import { ForgetDialog } from './ForgetDialog';
import { ShareDialog } from './share/ShareDialog';
import { Omnibox } from './Omnibox';
import { SidesControl } from './SidesControl';
import { tabOf } from '../views/tabs';
import { notify, save, sentence, showHome, useApp, workspace } from '../session/state';
import { ThemeMenu } from './ThemeMenu';

/**
 * Name, the choice of A and B, what can be done with the whole work, and the theme. `runs` = whether the run list stands
 * beside the view, null where there is none.
 */
export function Header(props: { runs: boolean | null; onRuns: (shown: boolean) => void }) {
  const { runs, onRuns } = props;
  const tab = useApp((s) => s.view.tab);
  const loaded = useDeferredValue(useApp((s) => s.catalogue.runs.length > 0 || s.reports.length > 0));
  const compares = useDeferredValue(useApp((s) => s.catalogue.runs.length > 0));
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
      <Button className="app-name" title="First page" onClick={showHome}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <rect className="app-mark" width="24" height="24" rx="6" />
          <path className="app-trace" d="M4 13h4l2-6 4 11 2-5h4" />
        </svg>
        Fabriscope
      </Button>
      <div className="app-sides">{compares && <SidesControl />}</div>
      <div className="app-tools">
        <Omnibox />
        {(loaded || !tabOf(tab).needsData) && <ShareButton />}
        {loaded && <WorkMenu />}
        <ThemeMenu />
      </div>
    </header>
  );
}

function ShareButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <ShareDialog onClose={() => setOpen(false)} />}
      <Button
        className="button button-primary"
        aria-label="Share"
        title="Share"
        onClick={() => setOpen(true)}
      >
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
