import { useEffect, useState } from 'react';
import { parseAddress } from '../../app/address.ts';
import { loadFlowError } from '../flows/client.ts';
import { FlowProblem, FlowSkeleton } from '../flows/controls.tsx';
import classes from './identity.module.css';
import { PublicPage } from './PublicPage.tsx';

const SENTENCES: Readonly<Record<string, string>> = {
  BAD_SESSION: 'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
};

/** `/error?error_code=…` */
export function ErrorPage() {
  const code = parseAddress(location.search)['error_code'] ?? '';
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : 'Unknown error';
  return <PublicPage title="An error occurred" text={sentence} links={<a href="/">Go back</a>} />;
}

/** `/error/{id}`: what the identity provider keeps of an error. */
export function FlowErrorPage({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<{ readonly json?: string; readonly problem?: string }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    loadFlowError(id, left.signal).then(
      ({ status, text }) => {
        if (status === 403 || status === 404 || status === 410) location.replace('/');
        else if (status === 200) setShown({ json: formatted(text) });
        else
          setShown({
            problem: status === undefined ? 'The server could not be reached.' : `The server answered ${status}.`,
          });
      },
      () => undefined,
    );
    return () => left.abort();
  }, [id, round]);
  return (
    <PublicPage title="An error occurred" isWide links={<a href="/">Go back</a>}>
      {shown.problem !== undefined ? (
        <FlowProblem
          message={shown.problem}
          onRetry={() => {
            setShown({});
            setRound(round + 1);
          }}
        />
      ) : shown.json === undefined ? (
        <FlowSkeleton fields={1} />
      ) : (
        <pre className={classes['json']}>{shown.json}</pre>
      )}
    </PublicPage>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
