import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog, Modal } from './modal.tsx';

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

test('the second click of a double one, whose first opened the dialog, confirms nothing', () => {
  const onConfirm = vi.fn();
  render(
    <ConfirmDialog title="Delete?" confirm="Delete" onCancel={vi.fn()} onConfirm={onConfirm}>
      It can be restored.
    </ConfirmDialog>,
  );
  const button = screen.getByText('Delete');
  fireEvent.click(button, { detail: 2 });
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
