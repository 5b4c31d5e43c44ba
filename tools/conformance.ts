import { run as cel } from './conformance/cel.ts';

/** What can be measured against public cases, which are given as a file. */
const SUBJECTS: Readonly<Record<string, (path: string) => Promise<boolean>>> = { cel };

const [subject = '', path] = process.argv.slice(2);
const run = Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject] : undefined;
if (run === undefined || path === undefined) {
  console.error(`Usage: npm run conformance -- SUBJECT FILE\nSubjects: ${Object.keys(SUBJECTS).join(', ')}`);
  process.exitCode = 2;
} else if (!(await run(path))) process.exitCode = 1;
