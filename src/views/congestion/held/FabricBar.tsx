import { setView } from '../../../app/state';
import { ROUTINGS, TOPOLOGIES } from '../kinds';
import { SpecFields } from '../SpecFields';
import { isFile } from './key';
import { usualRouting, type OnFabric } from './useOnFabric';

/** Choice of the fabric that a measurement or a traffic is held against, and of its routing. */
export function FabricBar({ on }: { on: OnFabric }) {
  const { loaded, chosen, hasTables, routing, said } = on;
  return (
    <>
      <SpecFields
        label="fabric"
        kinds={TOPOLOGIES}
        loaded={loaded}
        value={chosen}
        onChange={(onFabric) => setView({ onFabric, onRouting: null })}
      />
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
