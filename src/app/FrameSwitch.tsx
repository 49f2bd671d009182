import { Radio, RadioGroup, RadioProvider } from '@ariakit/react';
import { FRAMES, type Frame } from '../share/view';
import { setView, useApp } from '../session/state';
import { tabOf } from '../views/tabs';

const FRAME_LABEL: Readonly<Record<Frame, string>> = {
  single: 'Single',
  overlay: 'Overlay',
  side: 'Side by side',
  difference: 'Difference',
  ratio: 'Ratio',
};

/** Single, overlay, side by side, difference, ratio: those that the view has. */
export function FrameSwitch() {
  const { frames, frameKey } = useApp((s) => tabOf(s.view.tab));
  const frame = useApp((s) => s.view[frameKey]);
  // Over time there is one set of curves, whatever A and B are.
  const overTime = useApp((s) => s.view.tab === 'speedup' && s.view.x === 'time');
  if (overTime) return null;
  return (
    <Frames
      frame={frames.includes(frame) ? frame : 'side'}
      frames={frames}
      onFrame={(chosen) => setView({ [frameKey]: chosen, pin: null })}
    />
  );
}

/** The same for the settings of the estimator, which are A and B there; its other modes compare nothing of this kind. */
export function SettingFrameSwitch() {
  const frame = useApp((s) => s.view.settingFrame);
  const compares = useApp((s) => s.view.mode === 'estimate' && s.view.settings.length > 1);
  if (!compares) return null;
  return <Frames frame={frame} frames={FRAMES} onFrame={(settingFrame) => setView({ settingFrame })} />;
}

function Frames(props: { frame: Frame; frames: readonly Frame[]; onFrame: (frame: Frame) => void }) {
  const { frame, frames, onFrame } = props;
  return (
    <RadioProvider
      value={frame}
      setValue={(value) => {
        const chosen = frames.find((name) => name === value);
        if (chosen) onFrame(chosen);
      }}
    >
      <RadioGroup className="segments frames" aria-label="How A and B are shown">
        {frames.map((name) => (
          <label key={name} className="segment">
            <Radio value={name} aria-label={FRAME_LABEL[name]} />
            <span>{FRAME_LABEL[name]}</span>
          </label>
        ))}
      </RadioGroup>
    </RadioProvider>
  );
}
