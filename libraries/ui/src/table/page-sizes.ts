/** The sizes of a page that a person may choose. */
export const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1_000] as const;
