export type ShareOutcome =
  | { readonly kind: 'shared' }
  | { readonly kind: 'copied' }
  /** The browser has no clipboard for scripts: the link is shown. */
  | { readonly kind: 'manual'; readonly url: string };

type Link = { readonly title: string; readonly url: string };

/** Browser features that the types promise, but that old browsers and insecure pages lack. */
type Device = {
  readonly share?: Navigator['share'];
  readonly clipboard?: Pick<Clipboard, 'writeText'>;
};

export async function shareLink(link: Link, device: Device = navigator): Promise<ShareOutcome> {
  if (device.share) return share(link, device.share.bind(device));
  if (!device.clipboard) return { kind: 'manual', url: link.url };
  await device.clipboard.writeText(link.url);
  return { kind: 'copied' };
}

async function share(link: Link, open: Navigator['share']): Promise<ShareOutcome> {
  try {
    await open(link);
  } catch (error) {
    // Closing the share sheet is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
  return { kind: 'shared' };
}
