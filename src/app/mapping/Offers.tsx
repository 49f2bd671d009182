import { KNOWN_UNITS } from '../../formats/tables/units';
import { KNOWN_CONDITIONS } from './draft';

export const UNITS_LIST = 'mapping-units';
export const METRICS_LIST = 'mapping-metrics';
export const STATISTICS_LIST = 'mapping-statistics';
export const CONDITIONS_LIST = 'mapping-conditions';

const OFFERS: Readonly<Record<string, readonly string[]>> = {
  [UNITS_LIST]: KNOWN_UNITS,
  [METRICS_LIST]: ['latency', 'bandwidth', 'message rate', 'time', 'throughput', 'algbw', 'busbw'],
  [STATISTICS_LIST]: ['avg', 'min', 'max', 'p50', 'p90', 'p99', 'stddev'],
  [CONDITIONS_LIST]: KNOWN_CONDITIONS,
};

/** What the text fields of the dialog offer; anything else can be written too. */
export function Offers() {
  return Object.entries(OFFERS).map(([id, texts]) => (
    <datalist key={id} id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  ));
}
