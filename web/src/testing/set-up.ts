import { configure, prettyDOM } from '@testing-library/react';

// A query that waits makes an error at each look, of which only the last is read. The page, which takes as long to print, is printed then.
configure({
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { get: () => `${message}\n\n${prettyDOM(container) || ''}`, configurable: true },
    }),
});

// jsdom has no `matchMedia`: no media query applies, as on a wide screen without preferences.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
