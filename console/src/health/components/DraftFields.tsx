import { SEVERITIES } from '@watchroom/contract/health';
import { Select, TextInput } from '@mantine/core';
import { ScheduleField, Skeleton } from '@watchroom/ui';
import { type ReactNode, Suspense } from 'react';
import type { CheckDraft, DraftErrors } from '../check-draft.ts';
import classes from './form.module.css';

const SCHEDULE = { 'x-schedule': 'short' };
const NONE = {};

interface Props {
  readonly draft: CheckDraft;
  readonly errors: DraftErrors['form'];
  readonly onChange: (draft: CheckDraft) => void;
  /** Said over the settings when they hold for other checks too. */
  readonly shared: string | undefined;
  /** The fields of the kind, between the name and the settings. */
  readonly children: ReactNode;
}

/** The fields that every check has, whatever its kind. */
export function DraftFields({ draft, errors, onChange, shared, children }: Props) {
  const set = (change: Partial<CheckDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        error={errors.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {children}
      {shared && <p className={classes['summary']}>{shared}</p>}
      <div className={classes['settings']}>
        <Suspense fallback={<Skeleton height="56px" />}>
          <ScheduleField
            name="schedule"
            schema={SCHEDULE}
            value={draft.schedule}
            isRequired={false}
            errors={errors.schedule ? { '': errors.schedule } : NONE}
            onChange={(schedule) => set({ schedule: typeof schedule === 'string' ? schedule : '' })}
          />
        </Suspense>
        <TextInput
          label="Namespace"
          description="Groups checks, for example by team"
          error={errors.namespace}
          value={draft.namespace}
          onChange={(event) => set({ namespace: event.currentTarget.value })}
        />
        <Select
          label="Severity"
          description="How serious a failure is"
          placeholder="None"
          data={[...SEVERITIES]}
          clearable
          error={errors.severity}
          value={draft.severity || null}
          onChange={(severity) => set({ severity: severity ?? '' })}
        />
      </div>
    </>
  );
}
