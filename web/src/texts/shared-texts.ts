/** Texts of several areas that the home page does without. */
export const sharedTexts = {
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    deleted: 'Deleted',
    erased: 'Erased',
  },
  notFound: 'Page not found',
};
