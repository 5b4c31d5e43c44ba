import classes from './table.module.css';
import type { ListColumn } from './table-shape.ts';

/** A row on a phone: the first column as title, a badge beside it, texts in lines of their own, numbers two in a line. */
export function TableCard<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly ListColumn<Row>[] }) {
  const { title, badge, texts, numbers } = partsOf(columns);
  return (
    <span className={classes['card']}>
      <span className={classes['cardHead']}>
        <span className={classes['cardTitle']}>{title?.cell(row)}</span>
        {badge?.cell(row)}
      </span>
      {[...texts, ...numbers].map((column) => (
        <span key={column.id} className={classes['cardField']} data-align={column.align}>
          <span className={classes['cardName']}>{column.title}</span>
          <span className={`ui-cut ${classes['cardValue']}`}>{column.cell(row)}</span>
        </span>
      ))}
    </span>
  );
}

/** Pixels that a card of these columns is high, as the style sheet lays it out. */
export function cardHeight<Row>(columns: readonly ListColumn<Row>[]): number {
  const { texts, numbers } = partsOf(columns);
  return 46 + (texts.length + Math.ceil(numbers.length / 2)) * 22;
}

function partsOf<Row>([title, ...others]: readonly ListColumn<Row>[]) {
  const badge = others.find(({ isBadge }) => isBadge);
  const fields = others.filter((column) => column !== badge);
  return {
    title,
    badge,
    texts: fields.filter(({ align }) => align === undefined),
    numbers: fields.filter(({ align }) => align === 'right'),
  };
}
