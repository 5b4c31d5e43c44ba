/** The browser that tests drive: the one that `CHROMIUM_PATH` names, else one of Debian's; undefined when none is installed. */
export function findBrowser(): string | undefined;
