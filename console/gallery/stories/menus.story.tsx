import { Button } from '@mantine/core';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { ChoiceMenu, DropMenu, LinkTabs, PanelTabs, type Tab, tabId } from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const ENTRIES = [
  { id: 'copy', title: 'Copy address', icon: <IconCopy size={16} stroke={1.6} />, select: () => undefined },
  {
    id: 'remove',
    title: 'Delete',
    icon: <IconTrash size={16} stroke={1.6} />,
    isDisabled: true,
    select: () => undefined,
  },
  { id: 'guide', title: 'Guide', href: '/docs/' },
  {
    id: 'long',
    title: 'An entry with far more words than a menu should ever hold on one line',
    select: () => undefined,
  },
];
const OPTIONS = ['Name', 'Namespace', 'Type', 'Last change'].map((label) => ({ value: label.toLowerCase(), label }));
type TabName = 'overview' | 'history' | 'spec';
const TABS: readonly Tab<TabName>[] = [
  { id: 'overview', title: 'Overview' },
  { id: 'history', title: 'History', count: 12_345 },
  { id: 'spec', title: 'Spec', count: 0 },
];

function Choice() {
  const [value, setValue] = useState('name');
  return <ChoiceMenu label="Group by" value={value} options={OPTIONS} onChange={setValue} />;
}

function Panels() {
  const [selected, setSelected] = useState<TabName>('overview');
  return (
    <div>
      <PanelTabs label="Parts of a thing" tabs={TABS} selected={selected} onSelect={setSelected} panel="part" />
      <div id="part" role="tabpanel" aria-labelledby={tabId('part', selected)}>
        {selected}
      </div>
    </div>
  );
}

function Links() {
  const [selected, setSelected] = useState<TabName>('history');
  return (
    <LinkTabs
      label="Pages of a thing"
      tabs={TABS}
      selected={selected}
      onSelect={setSelected}
      hrefOf={(tab) => `?story=menus&tab=${tab}`}
    />
  );
}

function Menu({ entries }: { readonly entries: typeof ENTRIES }) {
  return (
    <DropMenu
      label="Actions"
      target={<Button leftSection={<IconDots size={16} stroke={1.6} />}>Actions</Button>}
      entries={entries}
    />
  );
}

export const story: Story = {
  title: 'Menus and tabs',
  render: () => (
    <>
      <Specimen title="Menu with an action, one that is disabled, a link and a long entry">
        <Menu entries={ENTRIES} />
      </Specimen>
      <Specimen title="Menu of one choice">
        <Choice />
      </Specimen>
      <Specimen title="Tabs of a page">
        <Links />
      </Specimen>
      <Specimen title="Tabs of a panel">
        <Panels />
      </Specimen>
      <Specimen title="Buttons: default, main, quiet, dangerous, busy, disabled">
        <Button>Default</Button>
        <Button variant="filled">Main</Button>
        <Button variant="subtle">Quiet</Button>
        <Button variant="danger">Delete</Button>
        <Button loading>Saving</Button>
        <Button disabled>Disabled</Button>
        <Button variant="filled" disabled>
          Main, disabled
        </Button>
      </Specimen>
    </>
  ),
};
