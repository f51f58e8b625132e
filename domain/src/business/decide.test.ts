import { describe, test } from 'vitest';
import {
  approve,
  approved,
  businessId,
  completeDetails,
  deleted,
  edit,
  edited,
  imported,
  importOpenData,
  ownerId,
  reject,
  rejected,
  remove,
  restore,
  restored,
  sparseDetails,
  submit,
  submitted,
  withdraw,
  withdrawn,
} from '../testing/builders.ts';
import { specify } from '../testing/given.ts';
import { businessDecider } from './decide.ts';
import type { BusinessDetails } from './details.ts';

const { given } = specify(businessDecider);

describe('submitting', () => {
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

  test('zero is a coordinate', () => {
    const details = completeDetails({ latitude: 0, longitude: 0 });
    given().when(submit(details)).expect(submitted(details));
  });

  test('optional fields may be missing', () => {
    const details = completeDetails({ website: null, facilities: [] });
    given().when(submit(details)).expect(submitted(details));
  });

  test('a sub-category of another category is refused', () => {
    given()
      .when(submit(completeDetails({ businessInfo: 'Pasar', subCategory: 'Restoran' })))
      .rejects('sub-category-of-another-category', 'subCategory');
  });

  test('a sub-category that is in no list of ours is taken', () => {
    const details = completeDetails({ subCategory: 'Kedai Satay' });
    given().when(submit(details)).expect(submitted(details));
  });

  test('the same id cannot be submitted twice, even after it was deleted', () => {
    given(submitted()).when(submit()).rejects('business-already-exists');
    given(submitted(), deleted).when(submit()).rejects('business-already-exists');
  });
});

describe('importing open data', () => {
  test('a place may lack what the form asks for', () => {
    given().when(importOpenData()).expect(imported());
  });

  test('a place that is published at once is approved with it', () => {
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

  test('a place that is there already is refused', () => {
    given(imported()).when(importOpenData()).rejects('business-already-exists');
  });
});

describe('editing', () => {
  test('only the fields that differ are recorded', () => {
    given(submitted())
      .when(edit(completeDetails({ phone: '013-1112222', facilities: [] })))
      .expect(edited({ phone: '013-1112222', facilities: [] }));
  });

  test('nothing happens when nothing differs', () => {
    given(submitted()).when(edit(completeDetails())).expect();
    given(submitted()).when(edit({})).expect();
    given(submitted(), approved)
      .when(edit({ phone: '012-3456789' }))
      .expect();
  });

  test('what differs is judged by the newest state', () => {
    given(submitted(), edited({ phone: '013-1112222' }))
      .when(edit({ phone: '013-1112222' }))
      .expect();
    given(submitted(), edited({ phone: '013-1112222' }))
      .when(edit({ phone: '012-3456789' }))
      .expect(edited({ phone: '012-3456789' }));
  });

  test('an edit of a decided listing needs no withdrawal, and puts it up for review', () => {
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

  test('an imported place can be edited without what it never had', () => {
    given(imported())
      .when(edit({ phone: '03-26921234' }))
      .expect({
        type: 'BusinessEdited',
        data: { businessId, ownerId: null, changes: { phone: '03-26921234' } },
      });
    given(imported())
      .when(edit({ businessName: '' }))
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

  test('half a location cannot be added', () => {
    given(imported())
      .when(edit({ latitude: 3.1 }))
      .rejects('half-a-location', 'longitude');
  });
});

describe('deciding', () => {
  const reason = { code: 'incomplete', text: 'The address is missing.' };

  test('a pending listing is approved, or rejected with or without a reason', () => {
    given(submitted()).when(approve).expect(approved);
    given(submitted()).when(reject()).expect(rejected());
    given(submitted()).when(reject(reason)).expect(rejected(reason));
  });

  test('the same decision again changes nothing', () => {
    given(submitted(), approved).when(approve).expect();
    given(submitted(), rejected(reason)).when(reject()).expect();
  });

  test('another decision needs the first one withdrawn', () => {
    given(submitted(), approved).when(reject()).rejects('business-already-decided');
    given(submitted(), rejected()).when(approve).rejects('business-already-decided');
    given(submitted(), approved, withdrawn('approved')).when(reject()).expect(rejected());
  });

  test('a decision that was withdrawn is named', () => {
    given(submitted(), approved).when(withdraw).expect(withdrawn('approved'));
    given(submitted(), rejected()).when(withdraw).expect(withdrawn('rejected'));
  });

  test('without a decision there is none to withdraw', () => {
    given(submitted()).when(withdraw).rejects('no-decision-to-withdraw');
    given(submitted(), approved, withdrawn('approved'))
      .when(withdraw)
      .rejects('no-decision-to-withdraw');
  });
});

describe('deleting and restoring', () => {
  test('a listing is deleted whatever its status', () => {
    for (const history of [[submitted()], [submitted(), approved], [submitted(), rejected()]])
      given(...history)
        .when(remove)
        .expect(deleted);
  });

  test('a deleted listing can only be restored', () => {
    const gone = [submitted(), approved, deleted];
    for (const command of [approve, reject(), withdraw, remove, edit({ synopsis: 'New.' })])
      given(...gone)
        .when(command)
        .rejects('business-not-found');
    given(...gone)
      .when(restore)
      .expect(restored);
  });

  test('a restored listing has the status and the details that it had', () => {
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

test('of a listing that never was, nothing is found', () => {
  for (const command of [approve, reject(), withdraw, remove, restore, edit({ phone: null })])
    given().when(command).rejects('business-not-found');
});
