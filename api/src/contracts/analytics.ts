import * as z from 'zod';

/** How an owner's businesses stand. */
export const summaryResponse = z
  .object({ total: z.int(), approved: z.int(), pending: z.int(), rejected: z.int() })
  .meta({ id: 'Summary' });
export type SummaryResponse = z.infer<typeof summaryResponse>;

export const analyticsResponse = z
  .object({
    analytics: z.array(
      z.object({
        id: z.string(),
        businessName: z.string(),
        businessInfo: z.string(),
        imagePath: z.string().nullable(),
        status: z.enum(['pending', 'approved', 'rejected']),
        views: z.int(),
        visitors: z.int(),
        websiteClicks: z.int(),
        socialMediaClicks: z.int(),
      }),
    ),
    hourlyViews: z.array(z.object({ hour: z.int().min(0).max(23), views: z.int() })),
  })
  .meta({ id: 'Analytics' });
export type AnalyticsResponse = z.infer<typeof analyticsResponse>;
