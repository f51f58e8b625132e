import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';

type ReasonTextProps = { readonly reason: { readonly code: string; readonly text: string } };

export function ReasonText({ reason: { code, text } }: ReasonTextProps) {
  const { decisions } = useAdminTexts();
  const labels: Readonly<Record<string, string>> = decisions.reasons;
  return [labels[code] ?? code, text].filter(Boolean).join(': ');
}
