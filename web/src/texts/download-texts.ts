export const downloadTexts = {
  download: 'Download CSV',
  downloadFailed: "We couldn't create the file. Please try again.",
};
