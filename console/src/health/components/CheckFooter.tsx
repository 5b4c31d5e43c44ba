import { Button } from '@mantine/core';
import { IconFileText, IconPencil, IconTrash } from '@tabler/icons-react';
import { managedBy } from '@watchroom/contract/ownership';
import { toastError } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import { useCan } from '../../app/session.ts';
import type { ShownCheck, useRunCheck } from '../api.ts';
import { useRemoveCheck } from '../remove-check.ts';
import type { ChangeView } from '../use-view.ts';
import classes from './check.module.css';

interface Props {
  readonly check: ShownCheck;
  readonly run: ReturnType<typeof useRunCheck>;
  readonly change: ChangeView;
}

/** The actions: the main one last. */
export function CheckFooter({ check, run, change }: Props) {
  const canWrite = useCan('canaries:write');
  const canRun = useCan('action:check.run');
  const remove = useRemoveCheck();
  const { canary, made_by: parent } = check;
  return (
    <>
      {canary?.editable && !parent && canWrite && (
        <>
          <Button leftSection={<IconPencil size={15} />} onClick={() => change({ form: { mode: 'edit' } })}>
            Edit
          </Button>
          <Button
            variant="danger"
            leftSection={<IconTrash size={15} />}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(check, {
                onSuccess: () => change({ checkId: undefined }),
                onError: (error) => toastError(errorMessage(error)),
              })
            }
          >
            Delete
          </Button>
        </>
      )}
      {canary && (parent || !canary.editable) && (
        <span className={classes['owned']}>
          <IconFileText size={15} stroke={1.6} aria-hidden />
          <span className="ui-cut">
            {parent ? `Made by the transform of ${parent.name}` : managedBy(canary.source)}
          </span>
        </span>
      )}
      <span className={classes['push']} />
      {parent && <Button onClick={() => change({ checkId: parent.id })}>Open {parent.name}</Button>}
      {canRun && canary && !parent && (
        <Button variant="filled" loading={run.isPending} onClick={() => run.mutate(check.id)}>
          Run now
        </Button>
      )}
    </>
  );
}
