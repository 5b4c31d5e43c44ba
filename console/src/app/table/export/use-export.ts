import { toast, toastError } from '@watchroom/ui';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api-error.ts';
import type { ExportPart } from './export-parts.ts';
import type { ExportJob } from './run-export.ts';

/** One export at a time, with how far it came. Leaving the list ends it. */
export function useExport() {
  const [progress, setProgress] = useState<{ readonly text: string; readonly cancel: () => void }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (job: ExportJob) => {
    if (running.current) return;
    const aborter = new AbortController();
    running.current = aborter;
    const show = (text: string) => setProgress({ text, cancel: () => aborter.abort() });
    let reached: ExportPart | undefined;
    show('Exporting');
    try {
      const { runExport } = await import('./run-export.ts');
      const end = await runExport(job, aborter.signal, (part) => {
        reached = part;
        show(`Exporting: ${far(part)}`);
      });
      if (end === 'changed')
        toast(
          `${job.name} is saved. Rows were added or removed during the export: a row may appear twice or be missing.`,
        );
    } catch (error) {
      const place = reached ? `after ${far(reached)}` : 'before the first row';
      if (aborter.signal.aborted) toast(`The export was cancelled ${place}. No file was saved.`);
      else toastError(`The export stopped ${place}, and no file was saved: ${errorMessage(error)}`);
    }
    running.current = undefined;
    setProgress(undefined);
  };
  return { progress, start: (job: ExportJob) => void start(job) };
}

function far({ read, total }: ExportPart): string {
  return `${read.toLocaleString('en')} of ${total.toLocaleString('en')} rows`;
}
