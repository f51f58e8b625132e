import { describe, test } from 'vitest';
import {
  approve,
  approved,
  businessId,
  completeDetails,
  correct,
  deleted,
  edit,
  eraseOwner,
  edited,
  imported,
  importOpenData,
  ownerId,
  reject,
  rejected,
  remove,
  ownerErased,
  restore,
  restored,
  restoreVersion,
  sparseDetails,
  submit,
  submitted,
  withdraw,
  withdrawn,
} from '../testing/builders.ts';
import { given } from '../testing/given.ts';
import type { BusinessDetails } from './details.ts';

describe('SubmitBusiness', () => {
  test('a complete listing is submitted', () => {
    given().when(submit()).expect(submitted());
  });

  test.each<keyof BusinessDetails>([
    'phone',
    'operatingHours',
    'yearStarted',
    'email',
    'address',
    'kampong',
    'subCategory',
    'synopsis',
    'imagePath',
  ])('a listing without %s is refused', (field) => {
    given()
      .when(submit(completeDetails({ [field]: null })))
      .rejects('required-field-missing', field);
  });

  test.each(['', '   '])('a listing whose name is "%s" is refused', (businessName) => {
    given()
      .when(submit(completeDetails({ businessName })))
      .rejects('required-field-missing', 'businessName');
  });

  test('a listing without a location is refused', () => {
    given()
      .when(submit(completeDetails({ latitude: null, longitude: null })))
      .rejects('required-field-missing', 'latitude');
  });

  test('a listing with half a location is refused', () => {
    given()
      .when(submit(completeDetails({ latitude: null })))
      .rejects('half-a-location', 'latitude');
    given()
      .when(submit(completeDetails({ longitude: null })))
      .rejects('half-a-location', 'longitude');
  });

  test('a latitude or longitude of zero is accepted', () => {
    const details = completeDetails({ latitude: 0, longitude: 0 });
    given().when(submit(details)).expect(submitted(details));
  });

  test('missing optional fields are accepted', () => {
    const details = completeDetails({ website: null, facilities: [] });
    given().when(submit(details)).expect(submitted(details));
  });

  test('a sub-category of another category is refused', () => {
    given()
      .when(submit(completeDetails({ businessInfo: 'Pasar', subCategory: 'Restoran' })))
      .rejects('sub-category-of-another-category', 'subCategory');
  });

  test('a sub-category outside our lists is accepted', () => {
    const details = completeDetails({ subCategory: 'Kedai Satay' });
    given().when(submit(details)).expect(submitted(details));
  });

  test('the same id cannot be submitted twice, even after it was deleted', () => {
    given(submitted()).when(submit()).rejects('business-already-exists');
    given(submitted(), deleted).when(submit()).rejects('business-already-exists');
  });
});

describe('ImportBusiness', () => {
  test('fields that the form requires may be missing', () => {
    given().when(importOpenData()).expect(imported());
  });

  test('an import with publication also approves the listing', () => {
    given()
      .when(importOpenData({ ownerId, publish: true }))
      .expect(
        { ...imported(), data: { ...imported().data, ownerId } },
        { type: 'BusinessApproved', data: { businessId, ownerId } },
      );
  });

  test('a place without a name is refused', () => {
    given()
      .when(importOpenData({ details: sparseDetails({ businessName: ' ' }) }))
      .rejects('required-field-missing', 'businessName');
  });

  test('a place with half a location or a sub-category of another category is refused', () => {
    given()
      .when(importOpenData({ details: sparseDetails({ latitude: 3 }) }))
      .rejects('half-a-location', 'longitude');
    given()
      .when(importOpenData({ details: sparseDetails({ subCategory: 'Bank' }) }))
      .rejects('sub-category-of-another-category', 'subCategory');
  });

  test('an id that exists is refused', () => {
    given(imported()).when(importOpenData()).rejects('business-already-exists');
  });
});

describe('EditBusiness', () => {
  test('only changed fields are recorded', () => {
    given(submitted())
      .when(edit(completeDetails({ phone: '013-1112222', facilities: [] })))
      .expect(edited({ phone: '013-1112222', facilities: [] }));
  });

  test('an edit without changes appends no event', () => {
    given(submitted()).when(edit(completeDetails())).expect();
    given(submitted()).when(edit({})).expect();
    given(submitted(), approved)
      .when(edit({ phone: '012-3456789' }))
      .expect();
  });

  test('changes are compared with the newest state', () => {
    given(submitted(), edited({ phone: '013-1112222' }))
      .when(edit({ phone: '013-1112222' }))
      .expect();
    given(submitted(), edited({ phone: '013-1112222' }))
      .when(edit({ phone: '012-3456789' }))
      .expect(edited({ phone: '012-3456789' }));
  });

  test('an edit of an approved or rejected listing makes it pending without a withdrawal', () => {
    given(submitted(), approved)
      .when(edit({ synopsis: 'New.' }))
      .expect(edited({ synopsis: 'New.' }));
    given(submitted(), approved, edited({ synopsis: 'New.' }))
      .when(withdraw)
      .rejects('no-decision-to-withdraw');
    given(submitted(), rejected(), edited({ synopsis: 'New.' }))
      .when(approve)
      .expect(approved);
  });

  test('a field that the form requires cannot be emptied', () => {
    given(submitted())
      .when(edit({ phone: null }))
      .rejects('required-field-cleared', 'phone');
    given(submitted())
      .when(edit({ synopsis: ' ' }))
      .rejects('required-field-cleared', 'synopsis');
    given(submitted())
      .when(edit({ latitude: null, longitude: null }))
      .rejects('required-field-cleared', 'latitude');
  });

  test('an optional field can be emptied', () => {
    given(submitted())
      .when(edit({ website: null }))
      .expect(edited({ website: null }));
  });

  test('an imported place can be corrected while it lacks required fields', () => {
    given(imported())
      .when(correct({ phone: '03-26921234' }))
      .expect({
        type: 'BusinessEdited',
        data: { businessId, ownerId: null, changes: { phone: '03-26921234' } },
      });
    given(imported())
      .when(correct({ businessName: '' }))
      .rejects('required-field-cleared', 'businessName');
  });

  test('the category and the sub-category must fit together after the edit', () => {
    given(submitted())
      .when(edit({ businessInfo: 'Pasar' }))
      .rejects('sub-category-of-another-category', 'subCategory');
    given(submitted())
      .when(edit({ businessInfo: 'Pasar', subCategory: 'Bazar' }))
      .expect(edited({ businessInfo: 'Pasar', subCategory: 'Bazar' }));
  });

  test('a location with only one coordinate is refused', () => {
    given(imported())
      .when(correct({ latitude: 3.1 }))
      .rejects('half-a-location', 'longitude');
  });
});

describe('an edit of a listing as it was some events ago', () => {
  const theirs = edited({ phone: '019-0000000' });
  const form = (changes: Partial<BusinessDetails>) => edit({ ...completeDetails(), ...changes });

  test('leaves a field that others changed and the form did not touch', () => {
    given(submitted(), theirs)
      .when(form({ synopsis: 'New' }))
      .havingSeen(1)
      .expect(edited({ synopsis: 'New' }));
  });

  test('appends no event when the form touched nothing', () => {
    given(submitted(), theirs).when(form({})).havingSeen(1).expect();
  });

  test('is refused with the fields that others changed to something else', () => {
    given(submitted(), edited({ phone: '019-0000000', email: 'new@example.com' }))
      .when(form({ phone: '019-1111111', email: 'mine@example.com', synopsis: 'New' }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'phone', 'email');
  });

  test('takes what others changed to the same value', () => {
    given(submitted(), theirs)
      .when(form({ phone: '019-0000000', synopsis: 'New' }))
      .havingSeen(1)
      .expect(edited({ synopsis: 'New' }));
  });

  test('changes a field that others changed and changed back', () => {
    given(submitted(), theirs, edited({ phone: '012-3456789' }))
      .when(form({ phone: '019-1111111' }))
      .havingSeen(1)
      .expect(edited({ phone: '019-1111111' }));
  });

  test('is refused when each moved one coordinate of the location', () => {
    given(submitted(), edited({ latitude: 3.17 }))
      .when(form({ longitude: 101.7 }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'longitude');
  });

  test('is refused when others moved the location elsewhere and the form half as far', () => {
    given(submitted(), edited({ latitude: 3.17, longitude: 101.71 }))
      .when(form({ latitude: 3.17 }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'latitude');
  });

  test('is refused when others chose another category and the form other words for the kind', () => {
    const typed = completeDetails({ subCategory: 'Nasi Lemak' });
    given(submitted(typed), edited({ businessInfo: 'Pasar' }))
      .when(form({ ...typed, subCategory: 'Nasi Lemak Wanjo' }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'subCategory');
  });

  test('is refused when others chose another category and the form a sub-category', () => {
    given(submitted(), edited({ businessInfo: 'Pasar', subCategory: 'Pasar Malam' }))
      .when(form({ subCategory: 'Kafe' }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'subCategory');
  });

  test('is refused when others chose another category for a sub-category of the form', () => {
    given(
      submitted(completeDetails({ subCategory: 'Kedai kek' })),
      edited({ businessInfo: 'Pasar' }),
    )
      .when(form({ subCategory: 'Kedai kuih' }))
      .havingSeen(1)
      .rejects('edited-meanwhile', 'subCategory');
  });

  test('is accepted after a decision and a restoration, which change no field', () => {
    given(submitted(), approved, deleted, restored)
      .when(form({ synopsis: 'New' }))
      .havingSeen(3)
      .expect(edited({ synopsis: 'New' }));
  });
});

describe('CorrectBusiness', () => {
  const phone = '03-26921234';
  const corrected = {
    type: 'BusinessEdited',
    data: { businessId, ownerId: null, changes: { phone } },
  } as const;
  const approvedAgain = { type: 'BusinessApproved', data: { businessId, ownerId: null } } as const;

  test('a public listing without an owner stays public with the correction', () => {
    given(imported(), approvedAgain).when(correct({ phone })).expect(corrected, approvedAgain);
  });

  test('a listing without an owner that waits for review keeps waiting', () => {
    given(imported()).when(correct({ phone })).expect(corrected);
  });

  test('a correction without changes appends no event', () => {
    given(imported(), corrected).when(correct({ phone })).expect();
    given(imported(), corrected, approvedAgain).when(correct({ phone })).expect();
  });

  test("an owner's listing cannot be corrected", () => {
    given(submitted(), approved).when(correct({ phone })).rejects('business-has-owner');
  });
});

describe('restoring an earlier version', () => {
  const first = completeDetails();
  const changed = edited({ phone: '013-7654321', facebook: 'https://facebook.com/wanjo' });
  const back = edited({ phone: first.phone, facebook: null }, 0);

  test('edits the fields that differ, names the version and waits for review', () => {
    given(submitted(), changed, approved).when(restoreVersion(first)).expect(back);
  });

  test('is approved at once where that is asked for', () => {
    given(submitted(), changed, approved)
      .when(restoreVersion(first, { approve: true }))
      .expect(back, approved);
    given(submitted(), changed, rejected())
      .when(restoreVersion(first, { approve: true }))
      .expect(back, approved);
  });

  test('leaves public what is public without an owner', () => {
    const subject = { businessId, ownerId: null };
    const unowned = { type: 'BusinessApproved', data: subject } as const;
    const corrected = {
      type: 'BusinessEdited',
      data: { ...subject, changes: { phone: '012-3456789' } },
    } as const;
    // A form could not empty the telephone number.
    given(imported(), unowned, corrected, unowned)
      .when(restoreVersion(sparseDetails(), { ownerId: null }))
      .expect(
        { ...corrected, data: { ...subject, changes: { phone: null }, restoredVersion: 0 } },
        unowned,
      );
    // Other admins' corrections need no review.
    const unseen = { ...corrected, data: { ...subject, changes: { synopsis: 'New.' } } };
    given(imported(), corrected, unowned, unseen, unowned)
      .when(restoreVersion(sparseDetails(), { ownerId: null, approve: true }))
      .havingSeen(3)
      .expect(
        { ...corrected, data: { ...subject, changes: { phone: null }, restoredVersion: 0 } },
        unowned,
      );
  });

  test('does not publish what waits for review or was rejected without an owner', () => {
    const subject = { businessId, ownerId: null };
    const corrected = {
      type: 'BusinessEdited',
      data: { ...subject, changes: { phone: '012-3456789' } },
    } as const;
    const undone = {
      ...corrected,
      data: { ...subject, changes: { phone: null }, restoredVersion: 0 },
    };
    const refused = { type: 'BusinessRejected', data: { ...subject, reason: null } } as const;
    const restoration = restoreVersion(sparseDetails(), { ownerId: null });
    given(imported(), corrected).when(restoration).expect(undone);
    given(imported(), corrected, refused).when(restoration).expect(undone);
  });

  test('is refused where a version of an earlier release no longer fits its category', () => {
    const old = completeDetails({ subCategory: 'Pasar Malam' });
    given(submitted(old), edited({ subCategory: 'Restoran' }))
      .when(restoreVersion(old))
      .rejects('sub-category-of-another-category', 'subCategory');
  });

  test('of the version that is current changes nothing', () => {
    given(submitted(), approved)
      .when(restoreVersion(first, { approve: true }))
      .expect();
  });

  test('approves the version that is current if it waits for review', () => {
    const waiting = [
      submitted(),
      approved,
      changed,
      edited({ phone: first.phone, facebook: null }),
    ];
    given(...waiting)
      .when(restoreVersion(first, { approve: true }))
      .expect(approved);
    given(...waiting)
      .when(restoreVersion(first))
      .expect();
    given(submitted(), rejected())
      .when(restoreVersion(first, { approve: true }))
      .expect();
    given(submitted(), approved, withdrawn('approved'))
      .when(restoreVersion(first, { approve: true }))
      .havingSeen(2)
      .expect();
  });

  test('is refused where it would approve what the admin did not see of an owner', () => {
    const unseen = edited({ synopsis: 'New.' });
    for (const details of [first, completeDetails({ phone: '013-7654321' })])
      given(submitted(), edited({ phone: '013-7654321' }), unseen)
        .when(restoreVersion(details, { approve: true }))
        .havingSeen(2)
        .rejects('wrong-revision');
    given(submitted(), edited({ phone: '013-7654321' }), approved)
      .when(restoreVersion(first, { approve: true }))
      .havingSeen(2)
      .expect(edited({ phone: first.phone }, 0), approved);
  });

  test('leaves a field as it is now that the person saw as it was then', () => {
    given(submitted(), edited({ phone: '013-7654321' }), edited({ synopsis: 'New.' }))
      .when(restoreVersion(first))
      .havingSeen(2)
      .expect(edited({ phone: first.phone }, 0));
  });

  test('is refused where others changed the same field meanwhile', () => {
    given(submitted(), edited({ phone: '013-7654321' }), edited({ phone: '014-7654321' }))
      .when(restoreVersion(first))
      .havingSeen(2)
      .rejects('edited-meanwhile', 'phone');
  });

  test('of a deleted or unknown listing is refused as not found', () => {
    given(submitted(), changed, deleted).when(restoreVersion(first)).rejects('business-not-found');
    given().when(restoreVersion(first)).rejects('business-not-found');
  });
});

describe('approve, reject and withdraw', () => {
  const reason = { code: 'incomplete', text: 'The address is missing.' };

  test('a pending listing is approved, or rejected with or without a reason', () => {
    given(submitted()).when(approve).expect(approved);
    given(submitted()).when(reject()).expect(rejected());
    given(submitted()).when(reject(reason)).expect(rejected(reason));
  });

  test('repeating a decision appends no event', () => {
    given(submitted(), approved).when(approve).expect();
    given(submitted(), rejected(reason)).when(reject()).expect();
    given(submitted(), rejected(reason)).when(reject(reason)).expect();
  });

  test.each([
    ['another code', reason, { ...reason, code: 'duplicate' }],
    ['another text', reason, { ...reason, text: 'The photo is blurred.' }],
    ['a reason where there was none', null, reason],
  ])('a rejection with %s is refused', (_, first, other) => {
    given(submitted(), rejected(first)).when(reject(other)).rejects('business-already-decided');
  });

  test('a different decision is refused until the first is withdrawn', () => {
    given(submitted(), approved).when(reject()).rejects('business-already-decided');
    given(submitted(), rejected()).when(approve).rejects('business-already-decided');
    given(submitted(), approved, withdrawn('approved')).when(reject()).expect(rejected());
  });

  test('a withdrawal names the decision that it withdraws', () => {
    given(submitted(), approved).when(withdraw).expect(withdrawn('approved'));
    given(submitted(), rejected()).when(withdraw).expect(withdrawn('rejected'));
  });

  test('a withdrawal without a decision is refused', () => {
    given(submitted()).when(withdraw).rejects('no-decision-to-withdraw');
    given(submitted(), approved, withdrawn('approved'))
      .when(withdraw)
      .rejects('no-decision-to-withdraw');
  });
});

describe('delete and restore', () => {
  test('a listing of any status can be deleted', () => {
    for (const history of [[submitted()], [submitted(), approved], [submitted(), rejected()]])
      given(...history)
        .when(remove)
        .expect(deleted);
  });

  test('a deleted listing refuses every command but restore', () => {
    const gone = [submitted(), approved, deleted];
    for (const command of [approve, reject(), withdraw, remove, edit({ synopsis: 'New.' })])
      given(...gone)
        .when(command)
        .rejects('business-not-found');
    given(...gone)
      .when(restore)
      .expect(restored);
  });

  test('restore brings back status and details', () => {
    const back = [submitted(), approved, deleted, restored];
    given(...back)
      .when(withdraw)
      .expect(withdrawn('approved'));
    given(...back)
      .when(edit(completeDetails()))
      .expect();
  });

  test('a listing that was not deleted cannot be restored', () => {
    given(submitted()).when(restore).rejects('business-not-deleted');
    given(submitted(), deleted, restored).when(restore).rejects('business-not-deleted');
  });
});

describe('erasing the owner', () => {
  const shop = {
    businessName: 'Nasi Lemak Wanjo',
    address: 'Jalan Raja Muda Musa, Kampung Baru',
    latitude: 3.1645,
    longitude: 101.7045,
  };
  const { operatingHours, yearStarted, businessInfo, subCategory, kampong, facilities } =
    completeDetails();
  const remaining = sparseDetails({
    ...shop,
    ...{ operatingHours, yearStarted, businessInfo, subCategory, kampong, facilities },
  });

  test('leaves nothing of a listing', () => {
    given(submitted(), approved).when(eraseOwner('delete')).expect(ownerErased(null));
  });

  test('leaves on request what describes the shop, without contact, texts and photograph', () => {
    given(submitted(), approved).when(eraseOwner('keep')).expect(ownerErased(remaining));
    const typed = submitted(completeDetails({ subCategory: 'Kedai Satay Haji Samuri' }));
    given(typed, approved)
      .when(eraseOwner('keep'))
      .expect(ownerErased({ ...remaining, subCategory: null }));
  });

  test('leaves nothing of a deleted listing', () => {
    given(submitted(), approved, deleted).when(eraseOwner('keep')).expect(ownerErased(null));
  });

  test('again, or of another owner, changes nothing', () => {
    given(submitted(), ownerErased(null)).when(eraseOwner()).expect();
    given(submitted(), ownerErased(remaining)).when(eraseOwner()).expect();
    given(submitted())
      .when({ ...eraseOwner(), ownerId: 'another' })
      .expect();
    given().when(eraseOwner()).rejects('business-not-found');
  });

  test('refuses what the owner edited, or was restored of the owner, meanwhile', () => {
    const unowned = [submitted(), approved, ownerErased(remaining)];
    given(...unowned)
      .when(edit({ phone: '013-1112222' }))
      .rejects('business-not-found');
    given(...unowned)
      .when(restoreVersion(completeDetails()))
      .rejects('business-erased');
  });

  test('makes every later command fail where nothing remains', () => {
    const gone = [submitted(), approved, ownerErased(null)];
    for (const command of [approve, reject(), withdraw, remove, edit({ synopsis: 'New.' })])
      given(...gone)
        .when(command)
        .rejects('business-not-found');
    given(...gone)
      .when(restore)
      .rejects('business-erased');
    given(...gone)
      .when(submit())
      .rejects('business-already-exists');
  });

  test('leaves a listing of nobody, which admins correct', () => {
    const subject = { businessId, ownerId: null };
    given(submitted(), approved, ownerErased(remaining))
      .when(correct({ synopsis: 'New.' }))
      .expect(
        { type: 'BusinessEdited', data: { ...subject, changes: { synopsis: 'New.' } } },
        { type: 'BusinessApproved', data: subject },
      );
  });
});

test('commands on an unknown listing are refused as not found', () => {
  for (const command of [approve, reject(), withdraw, remove, restore, edit({}), correct({})])
    given().when(command).rejects('business-not-found');
});
