import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from '../table-menu.module.css';
import type { Columns } from './use-columns.ts';

/** Which columns are shown and in which order: by dragging, or by the buttons of each. */
export function ColumnsMenu<Row>({ columns }: { readonly columns: Columns<Row> }) {
  const list = useRef<HTMLUListElement>(null);
  const menu = useId();
  const [dragged, setDragged] = useState<string>();
  const { all, choice, isChosen } = columns;
  const move = (from: string, to: string | undefined, direction: 'up' | 'down') => {
    if (to === undefined) return;
    flushSync(() => columns.move(from, to));
    // The browser drops the focus of what it moves.
    list.current?.querySelector<HTMLElement>(`[data-move="${from} ${direction}"]`)?.focus();
  };
  return (
    <>
      <h2>Columns</h2>
      <ul ref={list} className={classes['columns']}>
        {all.map(({ id, title }, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging has a twin: the buttons within
          <li
            key={id}
            draggable={place > 0}
            data-dragged={dragged === id || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(id);
            }}
            onDragOver={(event) => {
              if (dragged === undefined || place === 0) return;
              event.preventDefault();
              if (dragged !== id) columns.move(dragged, id);
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <label>
              <input
                type="checkbox"
                checked={place === 0 || !choice.hidden.includes(id)}
                disabled={place === 0}
                onChange={() => columns.toggle(id)}
              />
              <span id={`${menu}-${place}`} className="ui-cut">
                {title}
              </span>
            </label>
            {place > 0 && (
              <>
                <button
                  type="button"
                  aria-label="Move up"
                  aria-describedby={`${menu}-${place}`}
                  data-move={`${id} up`}
                  aria-disabled={place === 1}
                  onClick={() => place > 1 && move(id, all[place - 1]?.id, 'up')}
                >
                  <IconArrowUp size={16} stroke={1.6} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label="Move down"
                  aria-describedby={`${menu}-${place}`}
                  data-move={`${id} down`}
                  aria-disabled={place === all.length - 1}
                  onClick={() => move(id, all[place + 1]?.id, 'down')}
                >
                  <IconArrowDown size={16} stroke={1.6} aria-hidden />
                </button>
                <IconGripVertical size={16} stroke={1.6} className={classes['grip']} aria-hidden />
              </>
            )}
          </li>
        ))}
      </ul>
      <button type="button" aria-disabled={!isChosen} onClick={columns.reset}>
        Reset columns
      </button>
    </>
  );
}
