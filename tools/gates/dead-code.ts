import { verdict } from './support/gate.ts';
import { askKnip } from './support/knip.ts';

export const name = 'dead-code';

/** Files and exports that nobody uses, and settings of knip that no longer fit. */
export async function run(root: string) {
  const { problems, settings } = await askKnip(root, {
    files: () => 'nothing imports this file. Delete it, or import it where it is needed.',
    exports: (symbol) => `nobody imports ${symbol}. Delete it, or drop the word "export" if its own file uses it.`,
    types: (symbol) =>
      `nobody imports the type ${symbol}. Delete it, or drop the word "export" if its own file uses it.`,
    duplicates: (symbol) => `${symbol} is one thing exported twice. Keep one name.`,
  });
  return verdict([...problems, ...settings]);
}
