import { Confirm } from '@watchroom/ui';
import { useDeleteUser } from './api.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  /** Called when the user is gone, before the question closes. */
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** Asks before a user is deleted; what the server refuses stands in the question. */
export function DeleteUser({ id, name, onDeleted, onClose }: Props) {
  const remove = useDeleteUser();
  return (
    <Confirm
      title="Delete User ?"
      text={`${name} will no longer be able to sign in, and loses all sessions, access tokens and team memberships. The history keeps their name.`}
      action="Delete"
      onConfirm={() => remove.mutateAsync(id).then(onDeleted)}
      onClose={onClose}
    />
  );
}
