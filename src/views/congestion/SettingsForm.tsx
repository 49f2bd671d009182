import { Button } from '@ariakit/react';
import { OpenButtons } from '../../parts/OpenButtons';
import { setView, useApp } from '../../session/state';
import type { RefusedPart } from '../../estimator/core';
import { counted } from '../../model/units';
import { AFTER, AS_FIRST, MOST_SETTINGS } from '../../share/congestion';
import { firstRouting } from './held/files';
import { isFile } from './held/key';
import type { LoadedFabrics } from './held/useLoaded';
import { usualRouting } from './held/useOnFabric';
import { ownTables, PATTERNS, PLACEMENTS, ROUTINGS, TOPOLOGIES } from './kinds';
import { isOwn, letterOf, listed, wholeSetting } from './settings';
import { SpecFields, TextField } from './SpecFields';
import { changeSetting, type SettingEstimate } from './useEstimates';

const AFTER_LABEL = {
  reroute: 'route anew by the same rule',
  recover: 'follow tables, avoid dead ports',
  stale: 'keep the tables, lose flows',
} as const;

/** The settings beside each other: A with all its fields, the others with what they have of their own. */
export function SettingsForm({
  shown,
  fabrics,
}: {
  shown: readonly SettingEstimate[];
  fabrics: LoadedFabrics;
}) {
  // With data the list of runs beside the view has these buttons.
  const empty = useApp((s) => s.catalogue.runs.length === 0 && s.reports.length === 0);
  const add = () => {
    const { settings } = useApp.getState().view;
    setView({ settings: [...settings, { ...AS_FIRST, routing: 'dmodk' }] });
  };
  return (
    <section className="congestion-settings" aria-label="Settings">
      {shown.map((each) => (
        <SettingCard key={each.index} shown={each} fabrics={fabrics} alone={shown.length === 1} />
      ))}
      <div className="congestion-add">
        {shown.length < MOST_SETTINGS && (
          <Button className="button" onClick={add}>
            Add a setting
          </Button>
        )}
        {empty && (
          <>
            <p className="muted">
              A fabric of your own: the output of ibnetdiscover, with the tables of its subnet manager where
              you have them. Nothing leaves this tab.
            </p>
            <OpenButtons />
          </>
        )}
      </div>
    </section>
  );
}

function SettingCard(props: { shown: SettingEstimate; fabrics: LoadedFabrics; alone: boolean }) {
  const { shown, fabrics, alone } = props;
  const { choices } = fabrics;
  const { index, letter, setting, failure, color } = shown;
  const own = useApp((s) => s.view.settings[index]) ?? AS_FIRST;
  const change = (next: Parameters<typeof changeSetting>[1]) => changeSetting(index, next);
  const first = index === 0;
  const traffic = first || isOwn(own, 'traffic');
  const refused = (part: RefusedPart) =>
    failure?.part === part && (
      <p className="problem" role="alert">
        {failure.sentence}
      </p>
    );
  const routingFor = (topology: string) => {
    if (isFile(topology)) return first ? { routing: firstRouting(choices, topology) } : {};
    return setting.routing.startsWith('lft') ? { routing: usualRouting(topology) } : {};
  };
  const remove = () => {
    const { settings } = useApp.getState().view;
    const kept = settings.filter((_, i) => i !== index);
    // The next one becomes the first, which has all words of its own.
    setView({ settings: first ? [wholeSetting(settings, 1), ...kept.slice(1)] : kept });
  };
  return (
    <fieldset className="congestion-card">
      <legend>
        <span className="congestion-letter" style={{ background: color }}>
          {letter}
        </span>
        <span className="visually-hidden">Setting {letter}</span>
        {!alone && (
          <Button className="button-quiet" onClick={remove} aria-label={`Remove setting ${letter}`}>
            remove
          </Button>
        )}
      </legend>
      <SpecFields
        label="fabric"
        kinds={TOPOLOGIES}
        loaded={choices}
        value={setting.topology}
        onChange={(topology) => change({ topology, cut: '', ...routingFor(topology) })}
        {...inherit(first, own.topology === null, () => change({ topology: null, cut: null, after: null }))}
      />
      {refused('topology')}
      <SpecFields
        label="routing"
        kinds={
          isFile(setting.topology) ? [ownTables(fabrics.tables(setting.topology)), ...ROUTINGS] : ROUTINGS
        }
        value={setting.routing}
        onChange={(routing) => change({ routing })}
        {...inherit(first, own.routing === null, () => change({ routing: null }))}
      />
      {refused('routing')}
      <SpecFields
        label="traffic"
        kinds={PATTERNS}
        value={setting.pattern}
        onChange={(pattern) => change({ pattern, placement: setting.placement, ranks: setting.ranks })}
        {...inherit(first, !traffic, () => change({ pattern: null, placement: null, ranks: null }))}
      />
      {traffic && (
        <div className="congestion-part">
          <SpecFields
            label="placement"
            kinds={PLACEMENTS}
            asText={false}
            value={setting.placement}
            onChange={(placement) => change({ pattern: setting.pattern, placement, ranks: setting.ranks })}
          />
          {listed(setting.placement) === null ? (
            <TextField
              label="ranks"
              empty="all hosts"
              value={setting.ranks === null ? '' : String(setting.ranks)}
              onChange={(text) => {
                const ranks = text === '' ? null : Number(text);
                if (ranks === null || (Number.isInteger(ranks) && ranks > 0 && ranks <= 2 ** 20))
                  change({ pattern: setting.pattern, placement: setting.placement, ranks });
              }}
            />
          ) : (
            <span className="muted">{counted(listed(setting.placement) ?? 0, 'rank')}</span>
          )}
        </div>
      )}
      {refused('traffic')}
      <Cuts shown={shown} />
      {refused('cut')}
      {failure && failure.part === null && (
        <p className="problem" role="alert">
          {failure.sentence}
        </p>
      )}
    </fieldset>
  );
}

function inherit(first: boolean, chosen: boolean, choose: () => void) {
  return first ? {} : { inherited: { label: 'as A', chosen, choose } };
}

/** What is cut out of the fabric, and what happens to the flows that went there. */
function Cuts({ shown }: { shown: SettingEstimate }) {
  const { index, setting } = shown;
  const parts = setting.cut === '' ? [] : setting.cut.split('+');
  const change = (cut: readonly string[]) =>
    changeSetting(index, { cut: cut.join('+'), after: setting.after });
  // They look at whole paths or divide by what is there: nothing of them could be stale.
  const seesCuts = /^(spray|fluid|greedy_global)\b/.test(setting.routing);
  return (
    <div className="congestion-spec">
      <TextField
        label="cut"
        hint="link:E, switch:N, random:K (cables), switches:K, joined by +; or choose in the drawing"
        empty="nothing"
        wide
        most={2000}
        value={setting.cut}
        onChange={(text) => changeSetting(index, { cut: text, after: setting.after })}
      />
      {parts.length > 0 && (
        <>
          <ul className="chips" aria-label={`Cut out of ${letterOf(index)}`}>
            {parts.map((part, i) => (
              <li key={`${i} ${part}`}>
                <Button
                  className="chip congestion-chip"
                  aria-label={`Undo the cut ${part}`}
                  onClick={() => change(parts.filter((_, at) => at !== i))}
                >
                  {part} ×
                </Button>
              </li>
            ))}
          </ul>
          <label className="field">
            then
            <select
              value={setting.after}
              onChange={({ target }) =>
                changeSetting(index, {
                  cut: setting.cut,
                  after: AFTER.find((each) => each === target.value) ?? 'reroute',
                })
              }
            >
              {AFTER.filter((each) => !seesCuts || each !== 'stale' || each === setting.after).map((each) => (
                <option key={each} value={each}>
                  {AFTER_LABEL[each]}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </div>
  );
}
