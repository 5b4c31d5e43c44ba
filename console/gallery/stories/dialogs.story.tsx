import { Button } from '@mantine/core';
import { Confirm, Sheet, StatusBadge } from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const SIZES = ['very-small', 'small', 'medium', 'large', 'full'] as const;
const PARAGRAPHS = Array.from({ length: 40 }, (_, at) => `Line ${at + 1} of more text than fits.`);
const asked = new URLSearchParams(location.search).get('open');

function Dialogs() {
  const [open, setOpen] = useState(asked);
  const close = () => setOpen(null);
  const size = SIZES.find((each) => each === open);
  return (
    <>
      <Specimen title="Sizes">
        {SIZES.map((each) => (
          <Button key={each} onClick={() => setOpen(each)}>
            {each}
          </Button>
        ))}
        <Button onClick={() => setOpen('long')}>Long content</Button>
      </Specimen>
      <Specimen title="Questions">
        <Button onClick={() => setOpen('danger')}>Dangerous</Button>
        <Button onClick={() => setOpen('normal')}>Harmless</Button>
        <Button onClick={() => setOpen('failing')}>One whose action fails</Button>
      </Specimen>
      {(size ?? open === 'long') && (
        <Sheet
          label="A thing"
          size={size ?? 'medium'}
          header="A thing with a name that is too long for the heading of a dialog of this size"
          help={{ href: '/docs/', label: 'About things' }}
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="filled" onClick={close}>
                Save
              </Button>
            </>
          }
          onClose={close}
        >
          <StatusBadge health="warning">Degraded</StatusBadge>
          {open === 'long' ? PARAGRAPHS.map((text) => <p key={text}>{text}</p>) : <p>One sentence of content.</p>}
        </Sheet>
      )}
      {open === 'danger' && (
        <Confirm
          title="Delete 12 checks ?"
          text="Their history goes with them."
          action="Delete"
          onConfirm={() => undefined}
          onClose={close}
        />
      )}
      {open === 'normal' && (
        <Confirm
          title="Leave without saving ?"
          action="Leave"
          tone="normal"
          onConfirm={() => undefined}
          onClose={close}
        />
      )}
      {open === 'failing' && (
        <Confirm
          title="Delete this check ?"
          action="Delete"
          onConfirm={async () => Promise.reject(new Error('The database does not answer. Try again in a moment.'))}
          onClose={close}
        />
      )}
    </>
  );
}

/** `&open=` with a size, `long`, `danger`, `normal` or `failing` opens one at once. */
export const story: Story = { title: 'Dialogs', render: () => <Dialogs /> };
