import { lazyCode } from '../resource/lazy-code.ts';

export const useSearchCode = lazyCode('search', () => import('./search-code.ts'));
