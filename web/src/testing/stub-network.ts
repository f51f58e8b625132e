import {
  adminLoginResponse,
  analyticsResponse,
  auditResponse,
  businessDetailResponse,
  businessResponse,
  changePasswordResponse,
  directoryResponse,
  geocodeReverseResponse,
  geocodeSearchResponse,
  historyResponse,
  listingPageResponse,
  mailReviewResponse,
  mailSettingsResponse,
  newSecretResponse,
  openingResponse,
  operationsResponse,
  ownBusinessDetailResponse,
  ownBusinessResponse,
  problemResponse,
  profileResponse,
  publicVersionResponse,
  recoveryCodesResponse,
  registerResponse,
  relatedListingsResponse,
  reportProgressResponse,
  reportResponse,
  removedBusinessResponse,
  resetPasswordResponse,
  reviewFiguresResponse,
  secondFactorResponse,
  siteResponse,
  summaryResponse,
  switchOffSecondFactorResponse,
  switchOnSecondFactorResponse,
  userLoginResponse,
  usualWaitResponse,
  viewReportResponse,
  visitsResponse,
  type OwnBusinessResponse,
  type ProblemResponse,
} from '@directory/api/contracts';
import { act } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { aListingPage, aSite } from './fixtures.ts';

/** The contract of each successful response that the pages use; null where it has no JSON. */
const contracts = {
  'GET /api/site': siteResponse,
  'GET /api/businesses/approved': businessResponse.array(),
  'GET /api/businesses': ownBusinessResponse.array().or(listingPageResponse),
  'GET /api/businesses/:id/related': relatedListingsResponse,
  'GET /api/businesses/:id': ownBusinessDetailResponse.or(businessDetailResponse),
  'POST /api/businesses': ownBusinessDetailResponse,
  'PUT /api/businesses/:id': ownBusinessDetailResponse,
  'DELETE /api/businesses/:id': null,
  'PUT /api/businesses/update/:id': ownBusinessDetailResponse,
  'POST /api/businesses/:id/restoration': ownBusinessDetailResponse,
  'POST /api/businesses/:id/versions/:version/restoration': ownBusinessDetailResponse,
  'POST /api/businesses/:id/decision-withdrawal': ownBusinessDetailResponse,
  'POST /api/businesses/:id/opening': openingResponse,
  'POST /api/businesses/:id/view': null,
  'POST /api/businesses/:id/click': null,
  'GET /api/directory': directoryResponse,
  'GET /api/businesses/:id/public-version': publicVersionResponse,
  'GET /api/businesses/:id/history': historyResponse,
  'GET /api/businesses/summary/:userId': summaryResponse,
  'GET /api/businesses/userbusinesses/:userId': ownBusinessResponse.array(),
  'GET /api/businesses/userbusinesses/:userId/removed': removedBusinessResponse.array(),
  'GET /api/businesses/userbusinesses/:userId/analytics': analyticsResponse,
  'GET /api/businesses/userbusinesses/:userId/visits': visitsResponse,
  'GET /api/businesses/userbusinesses/:userId/visits.csv': null,
  'GET /api/audit': auditResponse,
  'GET /api/audit.csv': null,
  'GET /api/geocode/search': geocodeSearchResponse,
  'GET /api/geocode/reverse': geocodeReverseResponse,
  'GET /api/account/profile': profileResponse,
  'PUT /api/account/profile': profileResponse,
  'GET /api/account/mail': mailSettingsResponse,
  'PUT /api/account/mail': mailSettingsResponse,
  'POST /api/account/mail/verification': null,
  'PUT /api/account/mail/address': null,
  'POST /api/password-reset-requests': null,
  'POST /api/password-resets': resetPasswordResponse,
  'POST /api/email-verifications': null,
  'POST /api/unsubscriptions': null,
  'GET /api/operations/mail': mailReviewResponse,
  'POST /api/operations/mail/retry': mailReviewResponse,
  'DELETE /api/operations/mail/undelivered': mailReviewResponse,
  'GET /api/operations/views': operationsResponse,
  'POST /api/operations/views/:name/pause': viewReportResponse,
  'POST /api/operations/views/:name/resume': viewReportResponse,
  'POST /api/operations/views/:name/rebuild': viewReportResponse,
  'GET /api/reports/:name': reportResponse.or(reportProgressResponse),
  'GET /api/reports/:name.csv': null,
  'GET /api/review-figures': reviewFiguresResponse,
  'GET /api/review-figures/usual-wait': usualWaitResponse,
  'POST /api/admin/login': adminLoginResponse,
  'POST /api/user/login': userLoginResponse,
  'POST /api/user/register': registerResponse,
  'PUT /api/account/password': changePasswordResponse,
  'GET /api/account/second-factor': secondFactorResponse,
  'POST /api/account/second-factor/secret': newSecretResponse,
  'PUT /api/account/second-factor': switchOnSecondFactorResponse,
  'POST /api/account/second-factor/recovery-codes': recoveryCodesResponse,
  'DELETE /api/account/second-factor': switchOffSecondFactorResponse,
  'DELETE /api/account/sessions': null,
  'DELETE /api/user/me': null,
};

type Call = keyof typeof contracts;

/** A body that fits the contract, or what comes instead: a problem, a file, `unreachable` or `pending`. */
type Answer<C extends Call> = Body<(typeof contracts)[C]> | Response | TypeError | Promise<never>;

type Body<Contract> = Contract extends { parse: (value: unknown) => infer Parsed } ? Parsed : null;

/** The parameters of a call; those that its path does not name are its query. */
type Params = Readonly<Record<string, string>>;

export type Stub = { readonly key: string; readonly respond: () => Promise<Response> };

type Request = { readonly method: string; readonly path: string; readonly body: unknown };

export const unreachable = new TypeError('Failed to fetch');

export const pending = new Promise<never>(() => undefined);

/**
 * One response of the stubbed network.
 * @throws where it breaks the contract of its call, so that a field renamed on the wire fails the tests of the pages too.
 */
export function stub<C extends Call>(call: C, answer: Answer<C>, params: Params = {}): Stub {
  const response = answer instanceof Promise ? answer : toResponse(call, answer);
  return {
    key: keyOf(call, params),
    respond: async () => {
      const settled = await response;
      if (settled instanceof TypeError) throw settled;
      return settled.clone();
    },
  };
}

/** What every page of admins asks for: listings that wait for review. */
export function reviewQueue(listings: OwnBusinessResponse[] = []): Stub {
  return stub('GET /api/businesses', aListingPage(listings), { status: 'pending', sort: 'review' });
}

/** A response that comes when the test calls `arrive`. */
export function lateStub<C extends Call>(call: C, params: Params = {}) {
  let resolve: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((settle) => {
    resolve = settle;
  });
  return {
    key: keyOf(call, params),
    respond: async () => (await promise).clone(),
    arrive: (answer: Exclude<Answer<C>, TypeError | Promise<never>>) =>
      act(async () => {
        const response = toResponse(call, answer);
        if (response instanceof Response) resolve(response);
        await promise;
      }),
  };
}

/** Marks a response: the views do not show the outcome of the command yet. */
export const stale = marked('X-Stale');

/** Marks a response: the command appended nothing. */
export const unchanged = marked('X-Unchanged');

function marked(header: string): (given: Stub) => Stub {
  return ({ key, respond }) => ({
    key,
    respond: async () => {
      const response = await respond();
      response.headers.set(header, 'true');
      return response;
    },
  });
}

/** A refusal as the API sends it. */
export function problem(
  status: number,
  message = 'Something is wrong.',
  errors?: ProblemResponse['errors'],
  fields?: ProblemResponse['fields'],
): Response {
  const body = {
    type: 'about:blank',
    title: 'Problem',
    status,
    message,
    ...(errors && { errors }),
    ...(fields && { fields }),
  };
  return Response.json(problemResponse.strict().parse(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

/**
 * Replaces `fetch`; a call without a stub is not found. Later stubs replace earlier ones of the same call. A command has the same
 * response for every revision, unless a stub names one.
 */
export function stubNetwork(stubs: readonly Stub[]) {
  const requests: Request[] = [];
  const byKey = new Map<string, Stub>();
  const respond = (...more: readonly Stub[]) => {
    for (const one of more) byKey.set(one.key, one);
  };
  respond(stub('GET /api/site', aSite), ...stubs);
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, signal }: RequestInit) => {
    signal?.throwIfAborted();
    requests.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const key = `${method} ${path}`;
    const found = byKey.get(key) ?? byKey.get(key.replace(/[?]revision=\d+$/, ''));
    return found?.respond() ?? problem(404, 'Not found.');
  });
  return { requests, respond };
}

/** `GET /api/businesses/:id` and `{ id: 'b1', at: '3' }` are `GET /api/businesses/b1?at=3`. */
function keyOf(call: string, params: Params): string {
  const query = new URLSearchParams(params);
  const path = call.replace(/:(\w+)/g, (_, name: string) => {
    query.delete(name);
    return encodeURIComponent(params[name] ?? '');
  });
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function toResponse<C extends Call>(call: C, answer: Answer<C>): Response | TypeError {
  if (answer instanceof TypeError) return answer;
  if (answer instanceof Response) {
    const isJson = answer.headers.get('Content-Type') === 'application/json';
    expect(isJson, `${call}: give the body itself, so that its contract is checked`).toBe(false);
    return answer;
  }
  const contract = contracts[call];
  if (contract === null) return new Response(null, { status: 204 });
  // What a contract does not know is left out by parsing.
  expect(answer, call).toEqual(contract.parse(answer));
  return Response.json(answer);
}
