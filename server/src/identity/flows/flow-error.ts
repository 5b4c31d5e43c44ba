import { STATUS_CODES } from 'node:http';
import { FLOW_ERRORS, type FlowErrorBody, type FlowErrorId } from '@watchroom/contract/identity';

/** A refused step of the flow protocol (specification 3, section 8), with the words that clients show. */
export class FlowError extends Error {
  override name = 'FlowError';
  readonly id: FlowErrorId;
  readonly redirectTo: string | undefined;
  readonly useFlowId: string | undefined;

  constructor(id: FlowErrorId, reason: string, next: { redirectTo?: string; useFlowId?: string } = {}) {
    super(reason);
    this.id = id;
    this.redirectTo = next.redirectTo;
    this.useFlowId = next.useFlowId;
  }

  get status(): number {
    return FLOW_ERRORS[this.id];
  }

  body(): FlowErrorBody {
    return {
      error: {
        id: this.id,
        code: this.status,
        status: STATUS_CODES[this.status] ?? '',
        reason: this.message,
        message: this.message,
      },
      ...(this.redirectTo === undefined ? {} : { redirect_browser_to: this.redirectTo }),
      ...(this.useFlowId === undefined ? {} : { use_flow_id: this.useFlowId }),
    };
  }
}

export const flowExpired = (useFlowId?: string) =>
  new FlowError(
    'self_service_flow_expired',
    'Your interaction expired, please fill out the form again.',
    useFlowId === undefined ? {} : { useFlowId },
  );

export const forgedRequest = () =>
  new FlowError('security_csrf_violation', 'A security violation was detected, please fill out the form again.');
