import { Button } from '@ariakit/react';
import { counted } from '../model/units';
import { FormatsHelp } from '../parts/FormatsHelp';
import { OpenButtons } from '../parts/OpenButtons';
import { samples } from '../session/samples';
import { setView, useApp } from '../session/state';
import { openSample } from '../session/start';
import { SampleCard } from './SampleCard';

/** The first visit: one large drop target, what may be dropped, samples, and the promise. */
export function EmptyPage() {
  const ready = useApp((s) => s.phase === 'ready');
  const runs = useApp((s) => s.catalogue.runs.length);
  return (
    <div className="empty">
      <div className="empty-hero">
        <h1>An oscilloscope for cluster fabrics</h1>
        <p className="empty-lead">
          Drop raw benchmark output. See what changed and which link is to blame, and send your vendor the
          exact view.
        </p>
        {runs > 0 && (
          <p>
            <Button className="button" onClick={() => setView({})}>
              Back to the study ({counted(runs, 'run')})
            </Button>
          </p>
        )}
      </div>
      <section className="empty-drop" aria-labelledby="empty-title">
        <h2 id="empty-title">Drop result files or a folder</h2>
        <p>
          <strong>OSU</strong>, <strong>Intel MPI Benchmarks</strong>, <strong>nccl-tests</strong>, HPCC,
          perftest, IPM, ibnetdiscover and more, also packed as <code>.zip</code>, <code>.tar</code>,{' '}
          <code>.gz</code>, <code>.bz2</code> or <code>.xz</code>. The content tells the format, not the name.{' '}
          <FormatsHelp />
        </p>
        <div className="empty-actions">
          <OpenButtons />
          <span className="muted">You can also paste text.</span>
        </div>
      </section>
      <section className="empty-samples" aria-labelledby="samples-title">
        <div className="empty-heading">
          <h2 id="samples-title">Samples</h2>
          <span className="muted">one click each</span>
          <Button className="button" onClick={() => setView({ tab: 'congestion' })}>
            No data? Start from a fabric
          </Button>
        </div>
        <ul className="samples">
          {samples.map((sample) => (
            <li key={sample.id}>
              <Button className="sample" disabled={!ready} onClick={() => void openSample(sample.id)}>
                <SampleCard card={sample.card} />
                <span className="sample-title">{sample.title}</span>
                <span className="sample-text">
                  <span className="sample-origin">{sample.badge}:</span> {sample.description}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <p className="empty-promise">Nothing leaves this tab.</p>
    </div>
  );
}
