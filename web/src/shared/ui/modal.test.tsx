import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';

test('a dialog that the browser closes by itself stays open, as at a second Escape', () => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
    fireEvent(this, new Event('close'));
  };
  const onClose = vi.fn();
  const { unmount } = render(
    <Modal title="Restore?" actions={<button type="button">Cancel</button>} onClose={onClose}>
      While the request runs.
    </Modal>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
  dialog.close();
  expect(dialog.open).toBe(true);
  unmount();
  expect(screen.queryByRole('dialog')).toBeNull();
});
