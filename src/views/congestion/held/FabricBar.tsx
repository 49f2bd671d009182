import { setView } from '../../../app/state';
import { LOADED } from '../../../share/explain';
import { ROUTINGS, TOPOLOGIES } from '../kinds';
import { SpecFields } from '../SpecFields';
import { usualRouting, type OnFabric } from './useOnFabric';

/** Choice of the fabric that a measurement or a traffic is held against, and of its routing. */
export function FabricBar({ on }: { on: OnFabric }) {
  const { loaded, tables, tablesKey, chosen, hasTables, routing, said } = on;
  const isFile = chosen.startsWith('file:');
  return (
    <>
      {(loaded.length > 0 || isFile) && (
        <label className="field">
          fabric
          <select
            value={isFile ? chosen : 'words'}
            onChange={({ target }) =>
              setView(
                target.value === 'words'
                  ? { onFabric: 'tree2:24', onRouting: null }
                  : {
                      onFabric: LOADED,
                      fabric: target.value.replace('file:', ''),
                      fabricTables: null,
                      onRouting: null,
                    },
              )
            }
          >
            {loaded.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
            {isFile && !loaded.some(({ key }) => key === chosen) && (
              <option value={chosen}>not loaded here</option>
            )}
            <option value="words">a generated one</option>
          </select>
        </label>
      )}
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
      {!isFile && (
        <SpecFields
          label={loaded.length > 0 ? 'generated' : 'fabric'}
          kinds={TOPOLOGIES}
          value={chosen}
          onChange={(onFabric) => setView({ onFabric, onRouting: null })}
        />
      )}
      <SpecFields
        label="routing"
        kinds={ROUTINGS}
        value={routing ?? (isFile ? 'minhop' : usualRouting(chosen))}
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
