import { Notice } from '@watchroom/ui';
import { TestButton, Tested, useTrial } from '../trial.tsx';
import { failureOf } from './draft.ts';
import type { ResourceType } from './resource.ts';
import type { ResourceFormState } from './use-resource-form.ts';

/** The Test button of a form and what it found; nothing where the type declares no test. */
export function useResourceTrial({ test }: ResourceType, form: ResourceFormState, showErrors: () => void, id?: string) {
  const trial = useTrial(
    async () => test?.(form.payload(), id),
    (error) => {
      form.refuse(error);
      showErrors();
    },
  );
  const failure = failureOf(trial.error);
  const start = () => {
    if (form.isTestable) return trial.start();
    form.touchAll();
    return showErrors();
  };
  return {
    button: test && <TestButton isPending={trial.isPending} onTest={start} />,
    result: (
      <>
        {failure !== undefined && <Notice tone="unhealthy">{failure}</Notice>}
        <Tested>{trial.shown}</Tested>
      </>
    ),
  };
}
