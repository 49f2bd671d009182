import { Button, Checkbox, Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react';
import { useMemo } from 'react';
import { ask, setView, useApp } from '../../session/state';
import { loadCalls, type PairSet } from '../../queries/pairs';
import { useCurrent } from '../../session/query';

const readCalls = ({ set }: { set: PairSet }) => loadCalls(ask, set);

/** The calls whose traffic is shown in every view of pairs: all, or some of them. */
export function Calls({ set }: { set: PairSet }) {
  const chosen = useApp((s) => s.view.calls);
  const edition = useApp((s) => s.edition);
  const question = useMemo(() => ({ edition, set }), [edition, set]);
  const { answer } = useCurrent(question, readCalls);
  const calls = answer ?? [];
  if (calls.length < 2 && !chosen) return null;
  const toggle = (call: string, on: boolean) => {
    const next = calls.filter((each) => (each === call ? on : (chosen?.includes(each) ?? true)));
    setView({ calls: next.length === 0 || next.length === calls.length ? null : next });
  };
  const text = !chosen
    ? `All ${calls.length} calls`
    : chosen.length === 1
      ? (chosen[0] ?? '')
      : `${chosen.length} of ${calls.length} calls`;
  return (
    <PopoverProvider>
      <PopoverDisclosure className="button">{text}</PopoverDisclosure>
      <Popover className="popover" gutter={4} aria-label="Calls" portal>
        <div className="popover-tools">
          <Button className="button-quiet" onClick={() => setView({ calls: null })}>
            All
          </Button>
        </div>
        {calls.map((call) => (
          <label key={call} className="popover-item">
            <Checkbox
              checked={chosen?.includes(call) ?? true}
              onChange={(event) => toggle(call, event.target.checked)}
            />
            {call}
          </label>
        ))}
      </Popover>
    </PopoverProvider>
  );
}
