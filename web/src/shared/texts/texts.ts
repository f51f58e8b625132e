import { createContext, useContext } from 'react';
import { english, type Texts } from './english.ts';

/** English now; another language is another key of every catalogue. */
type Locale = 'en';

const LocaleContext = createContext<Locale>('en');

const siteTexts: Record<Locale, Texts> = { en: english };

export function useTexts(): Texts {
  return useTextsOf(siteTexts);
}

/** The texts of an area whose pages are loaded apart, and their texts with them. */
export function useTextsOf<AreaTexts>(catalogue: Record<Locale, AreaTexts>): AreaTexts {
  return catalogue[useContext(LocaleContext)];
}
