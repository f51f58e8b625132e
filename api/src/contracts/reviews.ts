import { component, z } from './zod.ts';

/** What admins decided within the last days, and how long owners waited for it. */
export const reviewFiguresResponse = component('ReviewFigures', {
  days: z.int().describe('How many days back they go'),
  approved: z.int(),
  rejected: z.int(),
  medianWaitMinutes: z
    .int()
    .nullable()
    .describe('From the submission or edit to the decision on it; null without any'),
  rejections: z
    .array(z.object({ code: z.string().nullable(), count: z.int() }))
    .describe('By the preset of their reason, the most frequent first; null where none was given'),
  resubmitted: z.int().describe('Of the rejected ones, how many were edited and sent again'),
});
export type ReviewFiguresResponse = z.infer<typeof reviewFiguresResponse>;

export const usualWaitResponse = component('UsualWait', {
  workingDays: z
    .int()
    .min(1)
    .nullable()
    .describe('Within how many working days half of the last decisions came; null without any'),
});
export type UsualWaitResponse = z.infer<typeof usualWaitResponse>;

/** What an admin who opens a listing for review should know besides. */
export const openingResponse = component('Opening', {
  others: z
    .array(
      z.object({
        name: z.string().describe('The username of the admin'),
        openedAt: z.string().describe('ISO 8601, UTC'),
      }),
    )
    .describe('Other admins who opened it within the last ten minutes, the latest first'),
  isOwnerVerified: z
    .boolean()
    .nullable()
    .describe('Whether the owner confirmed the email address; null without an account'),
});
export type OpeningResponse = z.infer<typeof openingResponse>;
