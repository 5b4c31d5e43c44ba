import { condition, moment } from './read.ts';
import { DAY, HOUR, MINUTE, type ObjectHealth, result, span } from './result.ts';

export function certificateRequest(object: unknown, now: number): ObjectHealth | undefined {
  const age = now - (moment(object, 'metadata', 'creationTimestamp') ?? now);
  for (const type of ['Denied', 'InvalidRequest']) {
    const found = condition(object, type);
    if (found?.status === 'True') return result('unhealthy', found.reason || type, true, found.message);
  }
  const ready = condition(object, 'Ready');
  if (ready?.status === 'True') return result('healthy', ready.reason, true, ready.message);
  if (ready?.status === 'False' && ['Failed', 'Denied'].includes(ready.reason))
    return result('unhealthy', ready.reason, true, ready.message);
  if (ready?.status === 'False' && ready.reason === 'Pending')
    return result(age > 30 * MINUTE ? 'unhealthy' : 'unknown', 'Pending', false, ready.message);
  if (condition(object, 'Approved')?.status === 'True')
    return result(age > HOUR ? 'unhealthy' : 'healthy', 'Approved', false);
  return undefined;
}

const DEFECTS =
  /^(?:MissingData|InvalidKeyPair|InvalidCertificate|InvalidCertificateRequest|SecretMismatch|IncorrectIssuer|IncorrectCertificate|Expired|Secret\w*Mismatch|AdditionalOutputFormatsMismatch|ManagedFieldsParseError)$/;

export function certificate(object: unknown, now: number): ObjectHealth | undefined {
  const end = moment(object, 'status', 'notAfter');
  const renewal = moment(object, 'status', 'renewalTime');
  const created = moment(object, 'metadata', 'creationTimestamp') ?? now;
  if (end !== undefined && end <= now) return result('unhealthy', 'Expired', true, `expired ${span(now - end)} ago`);
  if (end !== undefined && end - now < 2 * DAY)
    return result('warning', 'Warning', true, `expires in ${span(end - now)}`);
  const issuing = condition(object, 'Issuing');
  const overdue = renewal === undefined ? 0 : now - renewal;
  if (issuing?.status === 'True') {
    const { reason, message } = issuing;
    if (reason === 'ManuallyTriggered') return result('unknown', 'Issuing', false, message);
    if (reason === 'DoesNotExist')
      return result(now - created > 30 * MINUTE ? 'unhealthy' : 'unknown', 'Issuing', false, message);
    if (reason === 'Renewing') return result(overdue > 30 * MINUTE ? 'warning' : 'healthy', 'Renewing', false, message);
    if (reason === 'Failed') return result('unhealthy', 'Failed', true, message);
    if (DEFECTS.test(reason)) return result('unhealthy', reason, true, message);
    const late = now - (moment(object, 'status', 'notBefore') ?? now);
    if (late > 15 * MINUTE) return result(late > HOUR ? 'unhealthy' : 'warning', reason, false, message);
    return result('unknown', 'Issuing', false, message);
  }
  if (overdue > 30 * MINUTE) return result('warning', 'Warning', true, `should have been renewed ${span(overdue)} ago`);
  return undefined;
}
