import { Rejection, WrittenByNewerVersion, type RejectionCode } from '@directory/domain';
import { Outage, TooLarge, UnusableLog, WrongRevision } from '@directory/domain/event-store';
import { UnusableQuestion } from '@directory/projections';
import type { Middleware } from 'koa';
import type { ProblemResponse } from '../../contracts/site.ts';
import {
  badRequest,
  conflict,
  damaged,
  invalidRequest,
  newerVersion,
  notFound,
  RequestProblem,
  tooLarge,
  unavailable,
} from '../errors.ts';

/** Handles every error: known ones become problem documents, others a 500 without details, and are reported. */
export function problems(report: (error: unknown) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = toProblem(error);
      // An intended response without a cause has nothing to investigate.
      const isExpected = error instanceof RequestProblem && error.cause === undefined;
      if (problem.status >= 500 && !isExpected) report(error);
      ctx.status = problem.status;
      // Otherwise browsers would save the problem as the file that they asked for, or show an error of their own.
      ctx.remove('Content-Disposition');
      ctx.set(problem.headers);
      ctx.body = body(problem);
      ctx.type = 'application/problem+json';
    }
  };
}

export function toProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error;
  if (error instanceof Rejection) return problemOfRejection(error);
  if (error instanceof WrongRevision)
    return conflict(
      'kept-changing',
      'Others are changing this listing right now. Please try again.',
    );
  if (error instanceof WrittenByNewerVersion) return newerVersion();
  if (error instanceof UnusableQuestion) return badRequest(error.message);
  if (error instanceof TooLarge) return tooLarge('The request is too large.');
  if (error instanceof UnusableLog) return damaged();
  if (error instanceof Outage) return unavailable();
  return new RequestProblem(500, 'internal', 'Something went wrong on our side.');
}

function problemOfRejection({ code, message, fields }: Rejection): RequestProblem {
  const status = statusOf[code];
  if (status === 404) return notFound(message);
  if (status === 409) return conflict(code, message, fields);
  return invalidRequest(Object.fromEntries(fields.map((field) => [field, [message]])), message);
}

const statusOf: Record<RejectionCode, 400 | 404 | 409> = {
  'business-not-found': 404,
  'business-already-exists': 409,
  'business-already-decided': 409,
  'business-has-owner': 409,
  'business-not-deleted': 409,
  'business-erased': 409,
  'no-decision-to-withdraw': 409,
  'wrong-revision': 409,
  'edited-meanwhile': 409,
  'command-id-reused': 409,
  'required-field-missing': 400,
  'required-field-cleared': 400,
  'sub-category-of-another-category': 400,
  'half-a-location': 400,
};

function body({ status, type, message, errors, fields }: RequestProblem): ProblemResponse {
  return {
    type,
    title: message,
    status,
    message,
    ...(errors && { errors }),
    ...(fields.length > 0 && { fields: [...fields] }),
  };
}
