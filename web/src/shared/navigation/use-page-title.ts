import { useEffect } from 'react';
import { siteTexts } from '../../texts/site-texts.ts';

export function usePageTitle(page: string): void {
  const title = siteTexts.site.title(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
