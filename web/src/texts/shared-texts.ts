/** Texts of several areas that the home page does without. */
export const sharedTexts = {
  logOut: {
    title: 'Log out and delete your draft?',
    text: 'Changes that you have not submitted are only on this device. Logging out deletes them.',
    cancel: 'Stay logged in',
    confirm: 'Log out',
  },
  close: 'Close',
  cancel: 'Cancel',
  back: { page: 'Back', all: 'All places', results: 'Back to results' },
  share: { button: 'Share', copied: 'Link copied', copyThis: 'Copy this link' },
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    deleted: 'Deleted',
    erased: 'Erased',
  },
  notFound: {
    title: 'Page not found',
    text: "You've wandered out of the kampung. This page doesn't exist or has been removed.",
    home: 'Browse all places',
  },
};

export const withoutScripts = {
  needed: 'This page needs JavaScript.',
  places: 'The places of the directory',
  readable: 'can be read without it.',
};

export const downloadTexts = {
  download: 'Download CSV',
  downloadFailed: "We couldn't create the file. Please try again.",
};
