import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';

/** What happened, in words; an event of a later release by its own name. */
export function EventName({ type }: { readonly type: string }) {
  const { audit } = useAdminTexts();
  const names: Readonly<Record<string, string>> = audit.types;
  return names[type] ?? type;
}
