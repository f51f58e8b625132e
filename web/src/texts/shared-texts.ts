/** Texts of several areas that the home page does without. */
export const sharedTexts = {
  share: { copied: 'Link copied' },
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    deleted: 'Deleted',
    erased: 'Erased',
  },
  notFound: {
    title: 'Page not found',
  },
};
