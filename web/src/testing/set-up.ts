import { configure, prettyDOM } from '@testing-library/react';

// A query that waits makes an error at each look, and only the last is read: that one prints the page, which takes as long as a query.
configure({
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { get: () => `${message}\n\n${prettyDOM(container) || ''}`, configurable: true },
    }),
});

// jsdom has none: no media query applies, as on a wide screen without preferences.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
