import * as z from 'zod';
import { analyticsResponse, summaryResponse } from '../../contracts/analytics.ts';
import {
  clickLinkRequest,
  decideBusinessRequest,
  editBusinessRequest,
  submitBusinessRequest,
  viewBusinessRequest,
} from '../../contracts/business-requests.ts';
import {
  businessDetailResponse,
  businessResponse,
  ownBusinessDetailResponse,
  ownBusinessResponse,
} from '../../contracts/business.ts';
import { historyRequest, historyResponse } from '../../contracts/history.ts';
import { openingResponse } from '../../contracts/presence.ts';
import { visitsRequest, visitsResponse } from '../../contracts/visits.ts';
import type { Operation } from './operation.ts';

/** The newest year and day are checked against the calendar; the document cannot say which they are when it is read. */
const anyYear = 9999;
const anyDay = '9999-12-31';

const submitBusiness = submitBusinessRequest(anyYear).meta({
  id: 'SubmitBusiness',
  required: missingFrom(submitBusinessRequest(anyYear), {}),
});
const editBusiness = editBusinessRequest(anyYear).meta({ id: 'EditBusiness' });

export const businessOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/businesses/approved',
    summary: 'The list for the home page: the newest approval first; counts may be a minute old',
    access: 'anybody',
    answers: {
      200: { description: 'All approved businesses', schema: z.array(businessResponse) },
      304: { description: 'Not changed since the ETag in If-None-Match' },
    },
  },
  {
    method: 'get',
    path: '/api/businesses',
    summary: 'All listings with their status',
    access: 'admin',
    query: z.object({
      deleted: z.enum(['true', 'false']).optional().describe('The deleted ones instead'),
    }),
    answers: { 200: { description: 'The newest first', schema: z.array(ownBusinessResponse) } },
  },
  {
    method: 'get',
    path: '/api/businesses/:id',
    summary: 'One business; one that is not approved is found by its owner and by admins only',
    access: 'anybody',
    answers: {
      200: {
        description: 'With exact counts',
        schema: z.union([ownBusinessDetailResponse, businessDetailResponse]),
      },
    },
    problems: [401, 404],
  },
  {
    method: 'post',
    path: '/api/businesses',
    summary: 'Submit a business, which then waits for review',
    access: 'owner',
    form: submitBusiness,
    answers: { 201: { description: 'The created business', schema: ownBusinessDetailResponse } },
    isCommand: true,
  },
  {
    method: 'put',
    path: '/api/businesses/update/:id',
    summary:
      'Edit an own business, which then waits for review; without a new image the old one stays',
    access: 'owner',
    json: editBusiness,
    form: editBusiness,
    answers: {
      200: { description: 'The business as it is now', schema: ownBusinessDetailResponse },
    },
    problems: [404],
    isCommand: true,
  },
  {
    method: 'put',
    path: '/api/businesses/:id',
    summary: 'Approve or reject a pending business; the same decision again changes nothing',
    access: 'admin',
    json: decideBusinessRequest,
    answers: {
      200: { description: 'The business as it is now', schema: ownBusinessDetailResponse },
    },
    problems: [404, 409],
    isCommand: true,
  },
  {
    method: 'delete',
    path: '/api/businesses/:id',
    summary: 'Delete a business; its history stays, and it can be restored',
    access: 'admin',
    answers: { 204: { description: 'Deleted' } },
    problems: [404],
    isCommand: true,
  },
  {
    method: 'post',
    path: '/api/businesses/:id/restoration',
    summary: 'Bring a deleted business back as it was',
    access: 'admin',
    answers: {
      200: { description: 'The business as it is now', schema: ownBusinessDetailResponse },
    },
    problems: [404, 409],
    isCommand: true,
  },
  {
    method: 'post',
    path: '/api/businesses/:id/decision-withdrawal',
    summary: 'Take a decision back: the business waits for review again',
    access: 'admin',
    answers: {
      200: { description: 'The business as it is now', schema: ownBusinessDetailResponse },
    },
    problems: [404, 409],
    isCommand: true,
  },
  {
    method: 'post',
    path: '/api/businesses/:id/opening',
    summary:
      'Note that an admin opened a business for review; no event, forgotten after ten minutes',
    access: 'admin',
    answers: { 200: { description: 'Who else did', schema: openingResponse } },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/businesses/:id/history',
    summary: 'What happened to a business: who, when, what changed, and how it was at any time',
    access: 'owner or admin',
    query: historyRequest,
    answers: { 200: { description: 'From the first event on', schema: historyResponse } },
    problems: [400, 404],
  },
  {
    method: 'post',
    path: '/api/businesses/:id/view',
    summary: 'Count a visit to the detail page',
    access: 'anybody',
    json: viewBusinessRequest,
    answers: { 204: { description: 'Counted, or not: the answer does not tell' } },
    problems: [401],
  },
  {
    method: 'post',
    path: '/api/businesses/:id/click',
    summary: 'Count a click on a link that leads to the business',
    access: 'anybody',
    json: clickLinkRequest,
    answers: { 204: { description: 'Counted, or not: the answer does not tell' } },
    problems: [401],
  },
  {
    method: 'get',
    path: '/api/businesses/summary/:userId',
    summary: "How an owner's businesses stand",
    access: 'owner or admin',
    answers: { 200: { description: 'Zeros for somebody without any', schema: summaryResponse } },
  },
  {
    method: 'get',
    path: '/api/businesses/userbusinesses/:userId',
    summary: "An owner's businesses",
    access: 'owner or admin',
    answers: { 200: { description: 'The newest first', schema: z.array(ownBusinessResponse) } },
  },
  {
    method: 'get',
    path: '/api/businesses/userbusinesses/:userId/analytics',
    summary: "Visits to an owner's businesses, and at which hours they come",
    access: 'owner or admin',
    answers: { 200: { description: 'Exact; always all 24 hours', schema: analyticsResponse } },
  },
  {
    method: 'get',
    path: '/api/businesses/userbusinesses/:userId/visits',
    summary: "Visits to an owner's businesses, or to one of them, in a period and the one before",
    access: 'owner or admin',
    query: visitsRequest(anyDay),
    answers: { 200: { description: 'Every day of the period', schema: visitsResponse } },
    problems: [400, 404],
  },
  {
    method: 'get',
    path: '/api/businesses/userbusinesses/:userId/visits.csv',
    summary: 'The same, for spreadsheets: a line for each business and day',
    access: 'owner or admin',
    query: visitsRequest(anyDay),
    answers: { 200: { description: 'UTF-8 with a byte order mark', type: 'text/csv' } },
    problems: [400, 404],
  },
];

/** The fields that a schema does without by saying so itself are optional to JSON Schema: ask what it says of nothing. */
function missingFrom(schema: z.ZodType, input: object): string[] {
  const { error } = schema.safeParse(input);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}
