export * from './business/business.ts';
export * from './business/decide.ts';
export * from './business/details.ts';
export * from './business/events.ts';
export {
  mayBePersonal,
  personalEventTypes,
  withoutPersonalData,
} from './business/personal-fields.ts';
export { currentSchema, upcast } from './business/upcast.ts';
export * from './catalogue/catalogue.ts';
export * from './domain-event.ts';
export { eventHash, firstTamperedRevision } from './event-store/hash-chain.ts';
export * from './facts.ts';
export * from './handle-command.ts';
export * from './operations.ts';
export { directoryLog, encryptedOwners, type DirectoryLog } from './personal-data/directory-log.ts';
export {
  erasedListings,
  OwnerKeysUnavailable,
  type ErasedListings,
  type OwnerKey,
  type OwnerKeys,
} from './personal-data/owner-keys.ts';
export { encryptedFor, isEncryptedUnder, personalData } from './personal-data/personal-data.ts';
export { decodeHistory, foldBusiness, readHistory, type History } from './read-history.ts';
export * from './shared/rejection.ts';
export * from './traffic.ts';
