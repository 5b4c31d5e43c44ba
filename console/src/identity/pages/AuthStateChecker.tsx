import { useEffect, useState } from 'react';
import { parseAddress, writeAddress } from '../../app/address.ts';
import { askWhoAmI } from '../flows/client.ts';
import { FlowProblem, FlowSkeleton } from '../flows/controls.tsx';
import { returnPath } from './addresses.ts';
import { isReturning, noteReturn } from './return-guard.ts';
import { PublicPage } from './PublicPage.tsx';

/** Milliseconds between two questions while the server is being set up. */
const PATIENCE = 5_000;

/** Asks who is signed in and leads on: back, to the sign-in, or to its second step. */
export function AuthStateChecker() {
  const [status, setStatus] = useState<number | 'unreached' | 'rejected'>();
  const [round, setRound] = useState(0);
  const isWaiting = status === 404 || (typeof status === 'number' && status >= 500);
  const again = () => {
    setStatus(undefined);
    setRound(round + 1);
  };
  useEffect(() => {
    const left = new AbortController();
    askWhoAmI(left.signal).then(
      (answered) => setStatus(left.signal.aborted ? undefined : (leadOn(answered) ?? answered ?? 'unreached')),
      () => undefined,
    );
    return () => left.abort();
  }, [round]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setRound(round + 1), PATIENCE);
    return () => clearTimeout(timer);
  }, [isWaiting, round]);

  if (isWaiting) return <ProvisioningWait />;
  if (status === undefined || status === 200 || status === 401 || status === 403 || status === 422)
    return (
      <PublicPage title="Checking your sign-in">
        <FlowSkeleton fields={0} />
      </PublicPage>
    );
  if (status !== 'rejected')
    return (
      <PublicPage title="Something went wrong" links={<a href="/login">Sign in again</a>}>
        <FlowProblem message={sentenceOf(status)} onRetry={again} />
      </PublicPage>
    );
  // Asked for by a person, the way back is open again.
  const goBack = () => location.replace(returnPath());
  return parseAddress(location.search)['reason'] === 'unready' ? (
    <PublicPage title="The server has a problem">
      <FlowProblem
        message="It answered, but could not load the page. Try again, or look at its log."
        onRetry={goBack}
      />
    </PublicPage>
  ) : (
    <PublicPage title="Something went wrong" links={<a href="/login">Sign in again</a>}>
      <FlowProblem
        message="You are signed in, but the server refused access. Sign in again, or ask an administrator."
        onRetry={goBack}
      />
    </PublicPage>
  );
}

function ProvisioningWait() {
  return (
    <PublicPage title="Watchroom">
      <p role="status">Please wait, instance provisioning in-progress ...</p>
      <FlowSkeleton fields={0} />
    </PublicPage>
  );
}

/** @returns `rejected` where going back would only lead here again. */
function leadOn(status: number | undefined): 'rejected' | undefined {
  const to = returnPath();
  const back = { return_to: to === '/' ? undefined : to };
  if (status === 200) {
    if (isReturning(to)) return 'rejected';
    noteReturn(to);
    location.replace(to);
  }
  if (status === 401) location.replace(`/login${writeAddress(back)}`);
  if (status === 403 || status === 422) location.replace(`/login${writeAddress({ aal: 'aal2', ...back })}`);
  return undefined;
}

function sentenceOf(status: number | 'unreached'): string {
  if (status === 'unreached') return 'The server could not be reached. Check the network, then try again.';
  return `The server did not say who is signed in (status ${status}).`;
}
