import { Button } from '@mantine/core';
import type { Invited } from '@watchroom/contract/identity';
import { Notice, Sheet, TimeUntil } from '@watchroom/ui';
import { CopyField } from '../account/CopyField.tsx';
import classes from './users.module.css';

interface Props {
  readonly sentence: string;
  readonly invited: Invited;
  readonly email: string;
  readonly onClose: () => void;
}

/** The link that lets an invited person in, to be handed on. */
export function InviteLink({ sentence, invited: { link, code, expiresAt, mailed }, email, onClose }: Props) {
  return (
    <Sheet
      label="Invite Link"
      size="small"
      onClose={onClose}
      footer={
        <>
          <span className={classes['push']} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={classes['form']}>
        <p>{sentence}</p>
        <CopyField label="Link" value={link} said="Link copied to clipboard" isMain />
        {code !== undefined && (
          <CopyField label="Code to enter on the page" value={code} said="Code copied to clipboard" />
        )}
        <p className={classes['note']}>
          It works once and expires <TimeUntil time={expiresAt} />. Whoever opens it first becomes this user.
        </p>
        {mailed ? (
          <p className={classes['note']}>A mail with the link is on its way to {email}.</p>
        ) : (
          <Notice tone="info">
            No mail is sent, because no mail server is set up. Share the link with {email} yourself.
          </Notice>
        )}
      </div>
    </Sheet>
  );
}
