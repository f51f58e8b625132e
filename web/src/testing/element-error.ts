import { configure, prettyDOM } from '@testing-library/react';

// A query that waits makes an error at each look, and only the last is read: that one prints the page, which takes as long as a query.
configure({
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { get: () => `${message}\n\n${prettyDOM(container) || ''}`, configurable: true },
    }),
});
