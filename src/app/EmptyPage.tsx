import { Button } from '@ariakit/react';
import { FormatsHelp } from '../parts/FormatsHelp';
import { OpenButtons } from '../parts/OpenButtons';
import { samples } from '../session/samples';
import { setView, useApp } from '../session/state';
import { openSample } from '../session/start';

/** The first visit: one large drop target, what may be dropped, samples, and the promise. */
export function EmptyPage() {
  const ready = useApp((s) => s.phase === 'ready');
  return (
    <div className="empty">
      <section className="empty-drop" aria-labelledby="empty-title">
        <h1 id="empty-title">Drop result files or a folder</h1>
        <p>
          Raw outputs of the benchmarks and profilers you run (<strong>OSU</strong>,{' '}
          <strong>Intel MPI Benchmarks</strong>, <strong>nccl-tests</strong>, HPCC, perftest, IPM and more), a{' '}
          <code>fabriscope.yaml</code> with settings, figures in Fabriscope’s own JSON, or a saved{' '}
          <code>.fabriscope</code> file, also in <code>.zip</code>, <code>.tar</code>, <code>.gz</code>,{' '}
          <code>.bz2</code> and <code>.xz</code>. The format is recognised from the content, whatever the
          name. <FormatsHelp />
        </p>
        <OpenButtons />
        <p className="empty-hint">You can also paste text.</p>
      </section>
      <p className="empty-promise">Nothing leaves this tab.</p>
      <section aria-labelledby="estimate-title">
        <h2 id="estimate-title">Or begin without data</h2>
        <p>
          <Button className="button" onClick={() => setView({ tab: 'congestion' })}>
            Estimate the congestion of a fabric
          </Button>
        </p>
      </section>
      <section aria-labelledby="samples-title">
        <h2 id="samples-title">Or open a sample</h2>
        <ul className="samples">
          {samples.map((sample) => (
            <li key={sample.id}>
              <Button className="sample" disabled={!ready} onClick={() => void openSample(sample.id)}>
                <span className="sample-title">{sample.title}</span>
                <span className={`badge badge-${sample.badge}`}>{sample.badge}</span>
                <span className="sample-text">{sample.description}</span>
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
