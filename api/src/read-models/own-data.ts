import type { DirectoryLog } from '@directory/domain';
import type { AccountStore, Owner } from '../accounts/account-store.ts';
import { initialContact } from '../accounts/mail-store.ts';
import type { OwnDataResponse } from '../contracts/accounts.ts';
import type { ListingQueries } from './listing-queries.ts';
import { pastBusiness } from './present-business.ts';
import { readHistory } from './read-history.ts';

type Sources = {
  readonly log: Pick<DirectoryLog, 'stored' | 'personalData'>;
  readonly queries: Pick<ListingQueries, 'findListings'>;
  readonly accounts: Pick<AccountStore, 'findContacts'>;
};

/** What is stored about an owner, deleted listings included. Who reviewed is left out: that is about somebody else. */
export async function collectOwnData(
  { log, queries, accounts }: Sources,
  { id, fullName, phone, email }: Owner,
  now: Date,
): Promise<OwnDataResponse> {
  const ownerId = id;
  const found = [
    ...(await queries.findListings({ ownerId })),
    ...(await queries.findListings({ ownerId, deleted: true })),
  ];
  const listings: OwnDataResponse['listings'] = [];
  for (const listing of found) {
    const { history } = await readHistory(log, listing.id);
    listings.push({
      listing: pastBusiness(listing),
      history: history.map(({ type, data, metadata: { time, actor } }) => ({
        time,
        event: type,
        by: actor.role,
        data: { ...data },
      })),
    });
  }
  const mail = (await accounts.findContacts([id])).get(id) ?? initialContact;
  return {
    exportedAt: now.toISOString(),
    account: { id, fullName, phone, email, mail },
    listings,
  };
}
