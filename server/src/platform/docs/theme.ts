/**
 * The custom properties of a theme for pages without scripts: the dark ones follow the system.
 * @throws when the theme has no block of one scheme.
 */
export function themeColors(theme: string): string {
  const light = propertiesOf(theme, /^:root\s*\{([^}]*)\}/m);
  const dark = propertiesOf(theme, /^:root\[[^\]]*dark[^\]]*\]\s*\{([^}]*)\}/m);
  return `:root {${light}}\n@media screen and (prefers-color-scheme: dark) {\n:root {${dark}}\n}`;
}

function propertiesOf(theme: string, block: RegExp): string {
  const found = block.exec(theme)?.[1];
  if (found === undefined) throw new Error(`the theme has no block like ${block.source}`);
  return found;
}
