import { isObject } from '@directory/domain/shared/unknown';

/** What this browser has stored for the key; null for nothing, or where its storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether it is stored now: the storage may be blocked or full. */
export function writeStored(key: string, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** False where the storage is blocked, which has stored nothing. */
export function removeStored(key: string): boolean {
  try {
    window.localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Calls `onChange` after another tab may have stored something, also while the browser kept this page for Back; returns what ends that. */
export function watchStorage(onChange: () => void, tab: EventTarget = window): () => void {
  tab.addEventListener('storage', onChange);
  tab.addEventListener('pageshow', onChange);
  return () => {
    tab.removeEventListener('storage', onChange);
    tab.removeEventListener('pageshow', onChange);
  };
}

/** The JSON object in a text; empty for any other text. */
export function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The key of a form's draft. It is in this module so that logging out does not load the code of the forms. */
export const draftKey = (userId: string, businessId?: string) =>
  businessId === undefined ? `draft:${userId}` : `draft:${userId}:${businessId}`;

/** The keys of the new listing and of the edits that the user has not submitted. */
export function savedDrafts(userId: string): readonly string[] {
  const own = draftKey(userId);
  try {
    return Object.keys(window.localStorage).filter(
      (key) => key === own || key.startsWith(`${own}:`),
    );
  } catch {
    return [];
  }
}
