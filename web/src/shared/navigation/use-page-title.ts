import { useEffect } from 'react';
import { useTexts } from '../texts/texts.ts';

export function usePageTitle(page: string): void {
  const { site } = useTexts();
  const title = site.title(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
