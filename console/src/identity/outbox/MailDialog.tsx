import { Button } from '@mantine/core';
import type { MailRow } from '@watchroom/contract/identity';
import { Notice, RelativeTime, Sheet, StatusBadge, TimeUntil } from '@watchroom/ui';
import { errorMessage } from '../../app/api-error.ts';
import { CopyField } from '../account/CopyField.tsx';
import { useRetryMail } from './api.ts';
import { mailSecrets } from './mail-secrets.ts';
import { wordOfMail } from './mail-words.ts';
import classes from './outbox.module.css';

interface Props {
  readonly mail: MailRow;
  readonly onClose: () => void;
}

/** A mail with its text, and what it hands over ready to be copied. */
export function MailDialog({ mail, onClose }: Props) {
  const retry = useRetryMail();
  const { health, word } = wordOfMail(mail.status);
  const { link, code } = mailSecrets(mail.body ?? '');
  const mayRetry = mail.status === 'failed' && mail.body !== null;
  return (
    <Sheet
      label={`Mail ${mail.subject}`}
      header={
        <div className={classes['header']}>
          <h2 className={`ui-cut ${classes['title']}`} title={mail.subject}>
            {mail.subject}
          </h2>
          <StatusBadge health={health}>{word}</StatusBadge>
        </div>
      }
      onClose={onClose}
      footer={
        mayRetry && (
          <>
            <span className={classes['push']} />
            <Button variant="filled" loading={retry.isPending} onClick={() => retry.mutate(mail.id)}>
              Try again
            </Button>
          </>
        )
      }
    >
      <div className={classes['mail']}>
        {retry.error && <Notice tone="unhealthy">{errorMessage(retry.error)}</Notice>}
        {mail.error && (
          <Notice tone={mail.status === 'failed' ? 'unhealthy' : 'warning'}>
            {mail.status === 'failed' ? 'Given up' : 'Not sent yet'} after {mail.attempts}{' '}
            {mail.attempts === 1 ? 'attempt' : 'attempts'}: {mail.error}
          </Notice>
        )}
        <p className={classes['facts']}>
          <span className={classes['recipient']}>to {mail.recipient}</span>
          <span>
            written <RelativeTime time={mail.createdAt} />
          </span>
          {mail.sentAt && (
            <span>
              sent <RelativeTime time={mail.sentAt} />
            </span>
          )}
          {mail.status === 'waiting' && mail.nextAttemptAt && mail.attempts > 0 && (
            <span>
              next attempt <TimeUntil time={mail.nextAttemptAt} />
            </span>
          )}
        </p>
        {link && <CopyField label="Link" value={link} said="Link copied to clipboard" />}
        {code && <CopyField label="Code" value={code} said="Code copied to clipboard" />}
        {mail.body === null ? (
          <p className={classes['gone']}>
            The text is gone: it is dropped once a mail is sent, and after 7 days, since it may open an account.
          </p>
        ) : (
          // It scrolls, and so it takes the focus.
          <pre className={classes['text']} tabIndex={0} role="region" aria-label="Text">
            {mail.body}
          </pre>
        )}
      </div>
    </Sheet>
  );
}
