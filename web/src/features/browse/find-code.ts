export { findPinned, findResults } from '@directory/domain/search';
