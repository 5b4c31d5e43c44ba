import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { isPicking, PickCell } from './PickCell.tsx';
import classes from './table.module.css';
import type { Column, TableGrouping, TableItem, TableRows } from './table-shape.ts';

export interface Place {
  readonly index: number;
  readonly top: number;
  readonly isPhone: boolean;
  readonly isActive: boolean;
  readonly isGrouped: boolean;
  /** Undefined where rows are not picked. */
  readonly isPicked: boolean | undefined;
}

interface DataRowProps<Row, Group> {
  readonly place: Place;
  readonly row: Row;
  /** Of the row among the rows. */
  readonly at: number;
  readonly rows: TableRows<Row>;
  readonly columns: readonly Column<Row, Group>[];
  /** Stays the same function as long as the table stands. */
  readonly onPick: (at: number, isRange: boolean) => void;
}

function PlainRow<Row, Group>({ place, row, at, rows, columns, onPick }: DataRowProps<Row, Group>) {
  const href = rows.href(row);
  const name = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is row or list item, by the width
    <div
      {...frame(place, place.isPhone ? classes['card'] : classes['row'])}
      role={place.isPhone ? 'listitem' : 'row'}
      tabIndex={-1}
      data-grouped={place.isGrouped || undefined}
      data-link={href !== undefined || undefined}
      onPointerEnter={() => rows.pointed?.(row)}
      onFocus={() => rows.pointed?.(row)}
      onClick={(event) => {
        if (href === undefined || isOtherLink(event.target, href) || isPicking(event.target)) return;
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
        const wantsSelection = (window.getSelection()?.toString() ?? '') !== '';
        if (!isPlain || wantsSelection) return;
        event.preventDefault();
        rows.open(row);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const isPick = event.key === ' ' && place.isPicked !== undefined;
        if (!isPick && (event.key !== 'Enter' || href === undefined)) return;
        event.preventDefault();
        if (isPick) onPick(at, event.shiftKey);
        else rows.open(row);
      }}
    >
      {place.isPicked !== undefined && (
        <PickCell
          isPhone={place.isPhone}
          isPicked={place.isPicked}
          labelledBy={name}
          onPick={(isRange) => onPick(at, isRange)}
        />
      )}
      {place.isPhone ? (
        <LinkTo className={classes['cardLink']} href={href} id={name}>
          {rows.card(row)}
        </LinkTo>
      ) : (
        columns.map((column, position) => (
          <div
            key={column.id}
            role="cell"
            className={classes['cell']}
            data-first={position === 0 || undefined}
            data-align={column.align}
          >
            {position === 0 ? (
              <LinkTo className={classes['link']} href={href} id={name}>
                {column.cell(row)}
              </LinkTo>
            ) : (
              column.cell(row)
            )}
          </div>
        ))
      )}
    </div>
  );
}

interface LinkToProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** A link where there is something behind it, else the same in plain words. */
function LinkTo({ id, className, href, children }: LinkToProps) {
  if (href === undefined)
    return (
      <span id={id} className={className}>
        {children}
      </span>
    );
  return (
    <a id={id} className={className} href={href}>
      {children}
    </a>
  );
}

/** Whether a cell has a link of its own there, which goes where it says. */
function isOtherLink(target: EventTarget, href: string): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  return link !== null && link.getAttribute('href') !== href;
}

/** Drawn again only when it moved or its row changed: a step of scrolling draws the rows that come, not those that stay. */
export const DataRow = memo(
  PlainRow,
  (before, after) =>
    isSamePlace(before.place, after.place) &&
    before.row === after.row &&
    before.at === after.at &&
    // Not the whole of them: rows that arrive further down are no reason to draw these again.
    before.rows.href === after.rows.href &&
    before.rows.open === after.rows.open &&
    before.rows.pointed === after.rows.pointed &&
    before.rows.card === after.rows.card &&
    before.columns === after.columns,
) as typeof PlainRow;

interface GroupRowProps<Row, Group> {
  readonly place: Place;
  readonly item: Extract<TableItem<Group>, { type: 'group' }>;
  readonly columns: readonly Column<Row, Group>[];
  readonly grouping: TableGrouping<Group>;
}

function PlainGroup<Row, Group>({ place, item, columns, grouping }: GroupRowProps<Row, Group>) {
  const heading: ReactNode = (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={!item.isCollapsed}
      onClick={() => grouping.toggle(item.key)}
    >
      <IconChevronDown size={15} stroke={1.8} aria-hidden />
      {grouping.title(item.group)}
    </button>
  );
  return (
    <div {...frame(place, classes['group'])}>
      {!place.isPhone && place.isPicked !== undefined && <div role="cell" className={classes['pick']} />}
      {place.isPhone
        ? heading
        : columns.map((column, position) => (
            <div
              key={column.id}
              role="cell"
              className={classes['cell']}
              data-first={position === 0 || undefined}
              data-align={column.align}
            >
              {position === 0 ? heading : column.groupCell?.(item.group)}
            </div>
          ))}
    </div>
  );
}

export const GroupRow = memo(
  PlainGroup,
  (before, after) =>
    isSamePlace(before.place, after.place) &&
    before.item === after.item &&
    before.columns === after.columns &&
    before.grouping === after.grouping,
) as typeof PlainGroup;

function isSamePlace(before: Place, after: Place): boolean {
  return (
    before.index === after.index &&
    before.top === after.top &&
    before.isPhone === after.isPhone &&
    before.isActive === after.isActive &&
    before.isGrouped === after.isGrouped &&
    before.isPicked === after.isPicked
  );
}

/** Its shapes stand still: hundreds that move take longer to draw than the rows that come. */
export function SkeletonRow({ place, columns }: { readonly place: Place; readonly columns: number }) {
  return (
    <div {...frame(place, place.isPhone ? classes['card'] : classes['row'])} aria-busy>
      {!place.isPhone && place.isPicked !== undefined && <div role="cell" className={classes['pick']} />}
      {Array.from({ length: place.isPhone ? 2 : columns }, (_, column) => (
        <div key={column} role={place.isPhone ? 'presentation' : 'cell'} className={classes['cell']}>
          <Skeleton width={`${40 + ((place.index * 7 + column * 23) % 45)}%`} isStill />
        </div>
      ))}
    </div>
  );
}

function frame(place: Place, className: string | undefined) {
  return {
    className,
    role: place.isPhone ? 'listitem' : 'row',
    'aria-rowindex': place.isPhone ? undefined : place.index + 2,
    'data-item': place.index,
    'data-active': place.isActive || undefined,
    'data-picked': place.isPicked || undefined,
    style: { transform: `translateY(${place.top}px)` },
  };
}
