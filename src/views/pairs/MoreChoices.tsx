import './pairs.css';
import { Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react';
import type { ReactNode } from 'react';

/**
 * Choices that are seldom made, behind a button: `children` are their fields. `made` says those that are not as usual,
 * such as `pixel: least`, and stands on the button.
 */
export function MoreChoices({ made, children }: { made: readonly string[]; children: ReactNode }) {
  return (
    <PopoverProvider>
      <PopoverDisclosure className="button more-choices">
        More choices
        {made.map((choice) => (
          <span key={choice} className="chip">
            {choice}
          </span>
        ))}
      </PopoverDisclosure>
      <Popover className="popover more-choices-fields" gutter={4} aria-label="More choices" portal>
        {children}
      </Popover>
    </PopoverProvider>
  );
}
