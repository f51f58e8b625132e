import { RequestProblem } from '../http/errors.ts';

/** `reason` is for the operator's log, so it may not hold anything that people typed. */
export function geocoderAway(reason: string): RequestProblem {
  const problem = unavailable('Addresses cannot be looked up just now. Please try again soon.');
  problem.cause = new Error(reason);
  return problem;
}

export const geocoderBusy = () =>
  unavailable('Many addresses are being looked up just now. Please try again in a moment.');

export const geocoderOff = () => unavailable('This directory does not look up addresses.');

function unavailable(message: string): RequestProblem {
  return new RequestProblem({
    status: 503,
    type: 'geocoder-unavailable',
    message,
    headers: { 'Retry-After': '5' },
  });
}
