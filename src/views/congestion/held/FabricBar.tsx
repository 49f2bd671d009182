import { setView } from '../../../session/state';
import { LOADED } from '../../../share/explain';
import { ROUTINGS, TOPOLOGIES } from '../kinds';
import { SpecFields } from '../SpecFields';
import { contentOf, isFile } from './key';
import { usualRouting, type OnFabric } from './useOnFabric';

/** Choice of the fabric that a measurement or a traffic is held against, and of its routing. */
export function FabricBar({ on }: { on: OnFabric }) {
  const { loaded, tables, tablesKey, chosen, hasTables, routing, said } = on;
  return (
    <>
      <SpecFields
        label="fabric"
        kinds={TOPOLOGIES}
        loaded={loaded}
        value={chosen}
        onChange={(next) =>
          setView(
            isFile(next)
              ? { onFabric: LOADED, fabric: contentOf(next), fabricTables: null, onRouting: null }
              : { onFabric: next, onRouting: null },
          )
        }
      />
      {tables.length > 1 && (
        <label className="field">
          tables
          <select
            value={tablesKey}
            onChange={({ target }) => setView({ fabricTables: target.value, onRouting: null })}
          >
            {tables.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <SpecFields
        label="routing"
        kinds={ROUTINGS}
        value={routing ?? (isFile(chosen) ? 'minhop' : usualRouting(chosen))}
        onChange={(onRouting) => setView({ onRouting })}
        {...(hasTables
          ? {
              inherited: {
                label: 'loaded tables',
                chosen: routing === null,
                choose: () => setView({ onRouting: null }),
              },
            }
          : {})}
      />
      {said !== '' && routing === null && <p className="muted congestion-wide">{said}</p>}
    </>
  );
}
