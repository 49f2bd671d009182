import { Button } from '@ariakit/react';
import { OpenButtons } from './OpenButtons';
import { samples } from './samples';
import { openSample, useApp } from './state';

/** The first visit: one large drop target, what may be dropped, samples, and the promise. */
export function EmptyPage() {
  const ready = useApp((s) => s.phase === 'ready');
  return (
    <div className="empty">
      <section className="empty-drop" aria-labelledby="empty-title">
        <h1 id="empty-title">Drop result files or a folder</h1>
        <p>
          Raw outputs of the <strong>OSU micro-benchmarks</strong> and of{' '}
          <strong>nccl-tests / rccl-tests</strong>, a <code>fabriscope.yaml</code> with settings, figures in
          Fabriscope’s own JSON, or a saved <code>.fabriscope</code> file, also in <code>.zip</code>,{' '}
          <code>.tar</code>, <code>.gz</code>, <code>.bz2</code> and <code>.xz</code>. The format is
          recognised from the content, whatever the name.
        </p>
        <OpenButtons />
        <p className="empty-hint">You can also paste text.</p>
      </section>
      <p className="empty-promise">Nothing leaves this tab.</p>
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
