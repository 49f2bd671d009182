import { Button } from '@ariakit/react';
import { setView, useApp } from '../../session/state';
import { FormatsHelp } from '../../parts/FormatsHelp';
import { OpenButtons } from '../../parts/OpenButtons';
import { FABRIC_LISTS } from '../../share/view';
import { Controls } from './Controls';
import { Drawing } from './Drawing';
import './fabric.css';
import { Facts } from './Facts';
import { LinePanel } from './LinePanel';
import { FabricList, LIST_LABEL } from './Lists';
import { useFabric, type FabricChoice } from './useFabric';

/** What a fabric is made of, what is wrong with it, and its switches, links, hosts and counters. */
export function FabricView() {
  const choice = useFabric();
  const { sources, topology, seen, problem } = choice;
  return (
    <section className="fabric" aria-labelledby="fabric-title">
      <h1 id="fabric-title">Fabric</h1>
      {problem !== null && <p role="alert">{problem}</p>}
      {sources === null ? (
        problem === null && <p role="status">Looking for fabrics …</p>
      ) : !topology ? (
        <NoFabric tables={sources.some(({ tables }) => tables > 0)} />
      ) : (
        <>
          <Controls choice={choice} />
          <MadeOf choice={choice} />
          {seen ? (
            <>
              <Facts fabric={seen.fabric} report={seen.report} />
              <Drawing {...{ seen, topology }} laid={choice.laid} />
              <Lists choice={choice} />
              <LinePanel sources={sources} />
            </>
          ) : (
            problem === null && <p role="status">Putting the fabric together …</p>
          )}
        </>
      )}
    </section>
  );
}

function NoFabric({ tables }: { tables: boolean }) {
  return (
    <div className="fabric-none">
      <p>
        {tables
          ? 'Forwarding tables are loaded, but no topology that they belong to.'
          : 'No topology is loaded.'}{' '}
        On a node of the fabric, as root:
      </p>
      <pre>
        <code>
          {
            'ibnetdiscover > fabric.topo     # switches, hosts, cables\ndump_fts > tables.txt           # the routes\nibqueryerrors --counters > counters.txt'
          }
        </code>
      </pre>
      <p>
        Drop these files together. OpenSM’s opensm-lfts.dump, opensm.fdbs and opensm-subnet.lst, iblinkinfo,
        perfquery and Slurm’s topology.conf are read too. <FormatsHelp />
      </p>
      <OpenButtons />
    </div>
  );
}

/** The files that the fabric is put together from. */
function MadeOf({ choice: { topology, tables, match } }: { choice: FabricChoice }) {
  const refused = match?.refused.length ?? 0;
  return (
    <p className="fabric-made">
      Made of {[topology, ...(tables?.tables ?? [])].map((file) => file?.path).join(', ')}
      {tables === null &&
        (refused > 0 ? '; no loaded tables belong to it' : '; no forwarding tables are loaded')}
      .{' '}
      <Button className="button-quiet" onClick={() => setView({ tab: 'files' })}>
        Show the files
      </Button>
    </p>
  );
}

function Lists({ choice }: { choice: FabricChoice }) {
  const list = useApp((s) => s.view.fabricList);
  return (
    <section className="fabric-lists" aria-label="Lists">
      <div role="radiogroup" aria-label="List" className="fabric-choice">
        {FABRIC_LISTS.map((one) => (
          <label key={one} className="fabric-radio">
            <input
              type="radio"
              name="fabric-list"
              checked={list === one}
              onChange={() => setView({ fabricList: one })}
            />
            {LIST_LABEL[one]}
          </label>
        ))}
      </div>
      <FabricList list={list} choice={choice} />
    </section>
  );
}
