import { setView } from '../../session/state';
import type { FabricSource } from '../../fabric/rows';
import { counted } from '../../model/units';
import type { FabricChoice } from './useFabric';

/** The choice of topology, tables and counters, each where there is more than one. */
export function Controls({ choice }: { choice: FabricChoice }) {
  const { topologies, topology, match, tables, counters, before } = choice;
  const readings = match?.counters ?? [];
  const readingOption = ({ key, path }: FabricSource) => (
    <option key={key} value={key}>
      {path}
    </option>
  );
  return (
    <div className="fabric-controls">
      <label className="field">
        Topology
        <select
          value={topology?.key ?? ''}
          onChange={({ target }) => setView({ fabric: target.value, fabricTables: null })}
        >
          {topologies.map(({ key, path, nodes, cables }) => (
            <option key={key} value={key}>
              {path} · {counted(nodes, 'node')}, {counted(cables, 'cable')}
            </option>
          ))}
        </select>
      </label>
      {(match?.choices.length ?? 0) > 1 && (
        <label className="field">
          Tables
          <select
            value={tables?.tables[0]?.key ?? ''}
            onChange={({ target }) => setView({ fabricTables: target.value })}
          >
            {match?.choices.map(({ folder, tables: files, covered }) => (
              <option key={folder} value={files[0]?.key}>
                {folder === '' ? (files[0]?.path ?? '') : folder} · {Math.round(covered * 100)} % of the
                switches
              </option>
            ))}
          </select>
        </label>
      )}
      {readings.length > 0 && (
        <label className="field">
          Counters
          <select
            value={counters?.key ?? ''}
            onChange={({ target }) => setView({ fabricCounters: target.value })}
          >
            {readings.map(readingOption)}
          </select>
        </label>
      )}
      {readings.length > 1 && (
        <label className="field">
          minus those of
          <select
            value={before?.key ?? ''}
            onChange={({ target }) => setView({ fabricBefore: target.value === '' ? null : target.value })}
          >
            <option value="">no earlier reading</option>
            {readings.filter(({ key }) => key !== counters?.key).map(readingOption)}
          </select>
        </label>
      )}
    </div>
  );
}
