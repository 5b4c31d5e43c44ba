import { Button } from '@mantine/core';
import type { ConnectionTest } from '@watchroom/contract/connections';
import { durationText, Sheet, StatusBadge } from '@watchroom/ui';
import { useState } from 'react';
import classes from './connections.module.css';

const TITLE = 'Test Connection Results';

/** What a test found, in a dialog: the verdict and each step with its time. */
export function TestResults({ test }: { readonly test: ConnectionTest }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Sheet label={TITLE} size="small" onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <div className={classes['result']}>
        <p className={classes['verdict']} role="status">
          {test.passed ? 'Connection successful' : 'Testing connection failed!'}
        </p>
        {!test.passed && <p className={classes['reason']}>{test.message}</p>}
        {test.steps.length > 0 && (
          <ol className={classes['steps']} aria-label="Steps">
            {test.steps.map(({ name, passed, duration, detail }, place) => (
              // A step may be taken twice, and the list never changes.
              <li key={`${place} ${name}`}>
                <StatusBadge health={passed ? 'healthy' : 'unhealthy'}>{name}</StatusBadge>
                <span className={classes['time']}>{durationText(duration)}</span>
                {passed && detail && <span className={classes['detail']}>{detail}</span>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Sheet>
  );
}
