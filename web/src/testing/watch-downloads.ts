import { onTestFinished, vi } from 'vitest';

/** Records the links that save files in this test, instead of following them. */
export function watchDownloads() {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:a';
    },
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => {
    click.mockRestore();
    vi.unstubAllGlobals();
  });
  return click.mock;
}
