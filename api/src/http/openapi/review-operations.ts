import { reviewFiguresResponse, usualWaitResponse } from '../../contracts/reviews.ts';
import type { Operation } from './operation.ts';

export const reviewOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/review-figures',
    summary: 'What admins decided within the last 30 days, and how long owners waited for it',
    access: 'admin',
    answers: {
      200: { description: 'Zeros where nothing was decided', schema: reviewFiguresResponse },
    },
  },
  {
    method: 'get',
    path: '/api/review-figures/usual-wait',
    summary: 'Within how many working days a review may be expected',
    access: 'anybody',
    answers: { 200: { description: 'The median of the last 30 days', schema: usualWaitResponse } },
    problems: [401],
  },
];
