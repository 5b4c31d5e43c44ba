import { run as cel } from './conformance/cel.ts';
import { run as dataApi } from './conformance/data-api.ts';
import { run as template } from './conformance/template.ts';

interface Subject {
  /** Whether its cases are public ones, which are given as a file, and not our own. */
  readonly takesFile: boolean;
  /** Prints the rates. @returns whether they are high enough. */
  readonly run: (path: string) => Promise<boolean>;
}

/** What can be measured against what others publish. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  cel: { takesFile: true, run: cel },
  'data-api': { takesFile: false, run: dataApi },
  template: { takesFile: false, run: template },
};

const [name = '', path] = process.argv.slice(2);
const subject = Object.hasOwn(SUBJECTS, name) ? SUBJECTS[name] : undefined;
if (subject === undefined || (subject.takesFile && path === undefined)) {
  const subjects = Object.entries(SUBJECTS).map(([each, { takesFile }]) => (takesFile ? `${each} FILE` : each));
  console.error(`Usage: npm run conformance -- SUBJECT\nSubjects: ${subjects.join(', ')}`);
  process.exitCode = 2;
} else if (!(await subject.run(path ?? ''))) process.exitCode = 1;
