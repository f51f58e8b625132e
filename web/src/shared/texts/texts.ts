import { createContext, useContext } from 'react';
import { english, type Texts } from './english.ts';

export const TextsContext = createContext<Texts>(english);

export function useTexts(): Texts {
  return useContext(TextsContext);
}
