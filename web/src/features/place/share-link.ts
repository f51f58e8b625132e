export type ShareOutcome =
  | { readonly kind: 'shared' }
  | { readonly kind: 'copied' }
  /** The browser lets nobody copy by script: the link has to be shown. */
  | { readonly kind: 'manual'; readonly url: string };

type Link = { readonly title: string; readonly url: string };

/** What the browser of the visitor can do, which its types promise but old or insecure ones do not keep. */
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
    // Closing the sheet without a choice is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
  return { kind: 'shared' };
}
