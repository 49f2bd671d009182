import { Button } from '@ariakit/react';
import { dismiss, useApp } from '../session/state';

/** Sentences for the user, each until dismissed. */
export function Notices() {
  const notices = useApp((s) => s.notices);
  return (
    <div className="notices" role="region" aria-label="Notices" aria-live="polite">
      {notices.map((notice) => (
        <p key={notice.text} className={`notice notice-${notice.kind}`}>
          <span>{notice.text}</span>
          <Button className="button-quiet" aria-label="Dismiss this notice" onClick={() => dismiss(notice)}>
            ×
          </Button>
        </p>
      ))}
    </div>
  );
}
