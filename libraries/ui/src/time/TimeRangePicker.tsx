import { Button, Popover } from '@mantine/core';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useEscape } from '../dialog/escape.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { TimeRange } from './range.ts';
import classes from './range.module.css';

const loadPanel = () => import('./RangePanel.tsx');
const RangePanel = lazy(() => loadPanel().then((file) => ({ default: file.RangePanel })));

export interface TimeRangePickerProps {
  readonly range: TimeRange | undefined;
  /** Told undefined when the range is cleared. The choice belongs in the address. */
  readonly onChange: (range: TimeRange | undefined) => void;
  /** Which relative ranges to offer. */
  readonly side?: 'past' | 'future' | 'both';
}

/** A button with the range in words; it opens quick ranges and a form for both ends, as a sheet on a phone. */
export function TimeRangePicker({ range, onChange, side = 'past' }: TimeRangePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const choose = (next: TimeRange | undefined) => {
    close();
    onChange(next);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      withRoles={false}
      trapFocus
      // It would give the focus to what had it when the panel was drawn, which is gone then.
      closeOnEscape={false}
      // On a low screen the panel moves over its button rather than out of sight.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          ref={opener}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<IconClock size={15} />}
          rightSection={<IconChevronDown size={14} />}
          onPointerEnter={() => void loadPanel()}
          onFocus={() => void loadPanel()}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="ui-hidden">Time range: </span>
          <span className={range ? 'ui-num' : classes['placeholder']}>
            {range ? wordsOf(range) : 'Please select time range'}
          </span>
        </Button>
      </Popover.Target>
      {isOpen && <EscapeKey onPress={close} />}
      <Popover.Dropdown
        role="dialog"
        aria-label="Time range"
        className={classes['dropdown'] ?? ''}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        // The scrim of the sheet is a part of this element, the content is not.
        onClick={(event) => event.target === event.currentTarget && close()}
        // Esc closes the panel and not the dialog around it, which looks for this mark on whatever has the focus.
        onFocus={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        <Suspense
          fallback={
            <div className={classes['waiting']}>
              <Skeleton height="100%" />
            </div>
          }
        >
          <RangePanel range={range} side={side} onChoose={choose} onChange={onChange} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Esc wherever the focus is: what was pressed in a sheet need not be what takes it. */
function EscapeKey({ onPress }: { readonly onPress: () => void }) {
  useEscape(onPress);
  return null;
}

/** A relative range is the same in every zone. */
function wordsOf(range: TimeRange): string {
  return range.timeZone && range.type !== 'relative' ? `${range.display} ${range.timeZone}` : range.display;
}
