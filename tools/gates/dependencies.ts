import { verdict } from './support/gate.ts';
import { askKnip } from './support/knip.ts';

export const name = 'dependencies';

/** Each package lists exactly what it imports. */
export async function run(root: string) {
  const unused = (dependency: string) =>
    `${dependency} is listed and not imported. Remove it with "npm uninstall" in this workspace.`;
  const { problems } = await askKnip(root, {
    dependencies: unused,
    devDependencies: unused,
    unlisted: (dependency) =>
      `${dependency} is imported but not listed in the package.json of this workspace. Add it there, exact version.`,
    unresolved: (path) => `the import ${path} leads nowhere. Correct the path.`,
    binaries: (program) => `the program ${program} comes from no listed package. List the package that brings it.`,
  });
  return verdict(problems);
}
