import type { Coordinates } from '@directory/domain/search';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FormValues } from '../../../shared/listing-form/form-values.ts';
import { writeSession } from '../../../shared/session/session.ts';
import { saveDraft } from '../../../testing/forms.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, problem, stub, type Stub } from '../../../testing/stub-network.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const typed = '12, Jalan Raja Alang';
const point = (lat: string) => ({ format: 'json', lat, lon: '101.704500' });
const first = stub('GET /api/geocode/reverse', { display_name: 'Jalan Daud' }, point('3.160000'));

const field = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
const type = async (label: string, value: string) => {
  fireEvent.change(await field(label), { target: { value } });
};
/** Types into a field, and lets the pause before a lookup pass. */
const enter = async (label: string, value: string) => {
  const input = await field(label);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    fireEvent.change(input, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  } finally {
    vi.useRealTimers();
  }
};
const valueOf = async (label: string) => (await field(label)).value;
const press = (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body);
};
const openStep = async (...stubs: readonly Stub[]) => {
  saveDraft({ pinByHand: true }, 2);
  const page = renderPage('/form', ...stubs);
  await screen.findByText(/^Step 2 of 5/);
  return page;
};

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a map without tiles says that it shows no streets, not that it failed', async () => {
  await openStep();
  expect(await screen.findByText(/^This map shows no streets/)).toBeTruthy();
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull();
});

test.each([
  ['Latitude', '3.16450, 101.70450'],
  ['Longitude', ' 3.16450 101.70450 '],
  ['Latitude', '3.16450,101.70450'],
  [
    'Longitude',
    'https://www.google.com/maps/place/Kedai/@3.1,101.6,17z/data=!8m2!3d3.16450!4d101.70450?entry=ttu',
  ],
])('%s takes a pasted pair of coordinates or link apart', async (label, pair) => {
  const place = stub('GET /api/geocode/reverse', { display_name: 'Jalan Daud' }, point('3.164500'));
  await openStep(place);
  await enter(label, pair);
  expect([await valueOf('Latitude'), await valueOf('Longitude')]).toEqual(['3.16450', '101.70450']);
  await screen.findByText('Address filled in from the map.');
});

test('a pair of coordinates that is being typed is left alone', async () => {
  await openStep();
  await type('Latitude', '3.16450, 101.');
  await type('Latitude', '3.16450, 101.7');
  expect(await valueOf('Latitude')).toBe('3.16450, 101.7');
});

test.each([
  ['101,', '101.'],
  ['101,7045', '101.7045'],
])('the decimal comma of %s is taken as a point', async (entered, expected) => {
  await openStep();
  await type('Longitude', entered);
  expect(await valueOf('Longitude')).toBe(expected);
});

test('a comma that is typed before the decimals leaves the caret behind it', async () => {
  await openStep();
  const latitude = await field('Latitude');
  fireEvent.change(latitude, { target: { value: '3,16', selectionStart: 2, selectionEnd: 2 } });
  expect([latitude.value, latitude.selectionStart]).toEqual(['3.16', 2]);
});

test('degrees that are none are an error of their own field, which the summary links to', async () => {
  await openStep();
  await type('Longitude', '1017045');
  press('Next');
  const error = 'Longitude: Enter degrees from -180 to 180.';
  fireEvent.click(await screen.findByRole('link', { name: error }));
  const longitude = await field('Longitude');
  expect(document.activeElement).toBe(longitude);
  expect(longitude.getAttribute('aria-invalid')).toBe('true');
  expect((await field('Latitude')).getAttribute('aria-invalid')).toBeNull();
  await type('Longitude', '101.7045');
  await waitFor(() => expect(screen.queryByText(error)).toBeNull());
});

test('degrees that are removed again at once are not looked up', async () => {
  const { requests } = await openStep(first);
  const latitude = await field('Latitude');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const value of ['3.16', '']) fireEvent.change(latitude, { target: { value } });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByText('Looking up the address…')).toBeNull();
  expect(requests.filter(({ path }) => path.startsWith('/api/geocode'))).toEqual([]);
});

test.each([
  ['Latitude', '3.16', "Address found. Your pin hasn't been moved."],
  ['Latitude', '', 'Address found, pin placed.'],
])('a pin whose %s is now %j is one placed by hand, or none', async (label, value, expected) => {
  const search = { format: 'json', q: typed };
  const found = [{ lat: '3.17', lon: '101.71', display_name: typed }];
  await openStep(stub('GET /api/geocode/search', found, search));
  await type(label, value);
  press('Find address');
  expect(await screen.findByText(expected)).toBeTruthy();
});

describe('the typed address', () => {
  test.each([
    ['another address', { display_name: 'Jalan Hamzah' }, /filled in from the map/],
    ['the same address', { display_name: 'Jalan Daud' }, /filled in from the map/],
    ['none', { error: 'Unable to geocode' }, /No address found at this point/],
    ['a failure', problem(503), /couldn't look up the address of the pin/],
  ])('is restored after the pin was moved again, to %s', async (_what, answer, expected) => {
    await openStep(first, stub('GET /api/geocode/reverse', answer, point('3.170000')));
    await enter('Latitude', '3.16');
    await screen.findByText('Address filled in from the map.');
    await enter('Latitude', '3.17');
    await screen.findByText(expected);
    // The alert about a failure is modal.
    if (screen.queryByRole('alertdialog')) press('Close');
    press('Restore what I typed');
    expect(await valueOf('Address')).toBe(typed);
    expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull();
    expect(document.activeElement?.role).toBe('status');
  });

  test('is not replaced by a response that arrives after it was restored', async () => {
    const late = lateStub('GET /api/geocode/reverse', point('3.170000'));
    await openStep(first, late);
    await enter('Latitude', '3.16');
    await screen.findByText('Address filled in from the map.');
    await enter('Latitude', '3.17');
    await screen.findByText('Looking up the address…');
    press('Restore what I typed');
    await late.arrive({ display_name: 'Jalan Hamzah' });
    expect(await valueOf('Address')).toBe(typed);
  });

  test('does not include an address that the map filled in', async () => {
    saveDraft({ address: '', pinByHand: true }, 2);
    const second = { display_name: 'Jalan Hamzah' };
    renderPage('/form', first, stub('GET /api/geocode/reverse', second, point('3.170000')));
    await enter('Latitude', '3.16');
    await waitFor(async () => {
      expect(await valueOf('Address')).toBe('Jalan Daud');
    });
    await enter('Latitude', '3.17');
    await waitFor(async () => {
      expect(await valueOf('Address')).toBe('Jalan Hamzah');
    });
    expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull();
  });
});

test('an address that the map knows by the same words is not to be restored', async () => {
  saveDraft({ address: 'Jalan Daud', pinByHand: true }, 2);
  renderPage('/form', first);
  await enter('Latitude', '3.16');
  await screen.findByText('Address filled in from the map.');
  expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull();
});

describe('Find address', () => {
  const search = { format: 'json', q: typed };
  const found = [{ lat: '3.17', lon: '101.71', display_name: typed }];
  const find = async (pin: Partial<FormValues>, answer: Stub) => {
    saveDraft(pin, 2);
    renderPage('/form', answer);
    await screen.findByText(/^Step 2 of 5/);
    press('Find address');
  };
  const noPin = { latitude: '', longitude: '', pinByHand: false };

  test('places the pin', async () => {
    await find(noPin, stub('GET /api/geocode/search', found, search));
    expect(await screen.findByText('Address found, pin placed.')).toBeTruthy();
    expect(await valueOf('Latitude')).toBe('3.170000');
  });

  test('asks for as much of a long address as can be searched for', async () => {
    const address = ` ${typed} ${'x'.repeat(200)}`;
    const q = address.slice(1, 201);
    await find({ ...noPin, address }, stub('GET /api/geocode/search', found, { ...search, q }));
    expect(await screen.findByText('Address found, pin placed.')).toBeTruthy();
  });

  test('leaves a pin that was placed by hand until the result is accepted', async () => {
    await find({ pinByHand: true }, stub('GET /api/geocode/search', found, search));
    expect(await screen.findByText("Address found. Your pin hasn't been moved.")).toBeTruthy();
    expect(await valueOf('Latitude')).toBe('3.1645');
    press('Move pin to this address');
    expect(await valueOf('Latitude')).toBe('3.170000');
    expect(screen.getByText('Address found, pin placed.')).toBeTruthy();
  });

  test('offers no pin of the address before once another one is typed', async () => {
    await find({ pinByHand: true }, stub('GET /api/geocode/search', found, search));
    await screen.findByRole('button', { name: 'Move pin to this address' });
    await type('Address', '12');
    expect(screen.queryByRole('button', { name: 'Move pin to this address' })).toBeNull();
  });

  test.each([
    ['finds nothing', [], /^Address not found/],
    ['fails', problem(503), /^We couldn't search for the address/],
  ])('says when it %s', async (_what, answer, expected) => {
    await find(noPin, stub('GET /api/geocode/search', answer, search));
    expect(await screen.findByText(expected)).toBeTruthy();
    expect(await valueOf('Latitude')).toBe('');
  });

  test('leaves a pin whose degrees were typed', async () => {
    const ofPin = { format: 'json', q: 'Jalan Daud' };
    saveDraft({ pinByHand: false }, 2);
    renderPage('/form', first, stub('GET /api/geocode/search', found, ofPin));
    await enter('Latitude', '3.16');
    await screen.findByText('Address filled in from the map.');
    press('Find address');
    await screen.findByText("Address found. Your pin hasn't been moved.");
    expect(await valueOf('Latitude')).toBe('3.16');
  });

  test('is ignored once degrees are typed', async () => {
    const late = lateStub('GET /api/geocode/search', search);
    await find(noPin, late);
    await screen.findByText('Searching for the address…');
    await type('Latitude', '3.16');
    await late.arrive(found);
    expect(await valueOf('Latitude')).toBe('3.16');
    expect(screen.queryByText(/^Address found/)).toBeNull();
  });
});

test('an address that is typed after a lookup is not to be restored', async () => {
  await openStep(first);
  await enter('Latitude', '3.16');
  await screen.findByRole('button', { name: 'Restore what I typed' });
  await type('Address', 'Jalan Hamzah');
  expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull();
});

/** The part of the browser API that is used. */
type GetPosition = (
  found: (position: { coords: Coordinates }) => void,
  failed: () => void,
  options: { timeout: number },
) => void;

describe('Use my location', () => {
  const getCurrentPosition = vi.fn<GetPosition>();
  const ask = async () => {
    press('Use my location');
    await waitFor(() => {
      expect(getCurrentPosition).toHaveBeenCalledOnce();
    });
  };
  const answer = () =>
    act(async () => {
      getCurrentPosition.mock.lastCall?.[0]({ coords: { latitude: 3.18, longitude: 101.71 } });
      await Promise.resolve();
    });
  const refuse = () =>
    act(async () => {
      getCurrentPosition.mock.lastCall?.[1]();
      await Promise.resolve();
    });
  const button = () => screen.getByRole('button', { name: 'Use my location' });

  beforeEach(() => {
    getCurrentPosition.mockReset();
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition },
      configurable: true,
    });
  });

  test('sets the pin once and shows a status while locating', async () => {
    await openStep();
    await ask();
    expect(button().getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Finding your location…')).toBeTruthy();
    expect(getCurrentPosition.mock.lastCall?.[2].timeout).toBeGreaterThan(0);
    press('Use my location');
    await answer();
    expect(await valueOf('Latitude')).toBe('3.180000');
    expect(button().getAttribute('aria-busy')).toBe('false');
    expect(getCurrentPosition).toHaveBeenCalledOnce();
  });

  test('places a pin that a search for an address leaves', async () => {
    const here = { format: 'json', lat: '3.180000', lon: '101.710000' };
    const found = [{ lat: '3.17', lon: '101.71', display_name: 'Jalan Daud' }];
    saveDraft({ latitude: '', longitude: '', pinByHand: false }, 2);
    renderPage(
      '/form',
      stub('GET /api/geocode/reverse', { display_name: 'Jalan Daud' }, here),
      stub('GET /api/geocode/search', found, { format: 'json', q: 'Jalan Daud' }),
    );
    await screen.findByText(/^Step 2 of 5/);
    await ask();
    await answer();
    await screen.findByText('Address filled in from the map.');
    press('Find address');
    await screen.findByText("Address found. Your pin hasn't been moved.");
    expect(await valueOf('Latitude')).toBe('3.180000');
  });

  test('shows an error when the position is unavailable', async () => {
    await openStep();
    await ask();
    await refuse();
    expect(screen.getByText("We couldn't get your location.")).toBeTruthy();
    expect(button().getAttribute('aria-busy')).toBe('false');
  });

  test.each([
    ['Latitude', '3.17'],
    ['Address', '14, Jalan Raja Alang'],
  ])('is ignored after the %s has changed', async (label, value) => {
    await openStep();
    await ask();
    await type(label, value);
    expect(button().getAttribute('aria-busy')).toBe('false');
    await answer();
    expect(await valueOf('Longitude')).toBe('101.7045');
    expect(await valueOf(label)).toBe(value);
  });

  test('shows no error when it fails after another choice', async () => {
    await openStep();
    await ask();
    await type('Latitude', '3.17');
    await refuse();
    expect(screen.queryByText("We couldn't get your location.")).toBeNull();
  });

  test('is ignored after the step was left', async () => {
    await openStep();
    await ask();
    press('Back to step 1');
    await screen.findByText(/^Step 1 of 5/);
    await answer();
    press('Next');
    await screen.findByText(/^Step 2 of 5/);
    expect(await valueOf('Latitude')).toBe('3.1645');
  });
});

test('a pin far from the village is questioned, and accepted', async () => {
  const london = { format: 'json', lat: '51.500000', lon: '101.704500' };
  await openStep(stub('GET /api/geocode/reverse', { display_name: 'Far away' }, london));
  expect(screen.queryByText(/Is that right/)).toBeNull();
  await type('Latitude', '51.5');
  expect(
    await screen.findByText('This pin is 5,380 km from Kampong Bharu. Is that right?'),
  ).toBeTruthy();
  press('Next');
  expect(await screen.findByText(/^Step 3 of 5/)).toBeTruthy();
});

test('a link without the location asks for the numbers instead', async () => {
  await openStep();
  for (const link of ['https://maps.app.goo.gl/abc', 'maps.app.goo.gl/abc']) {
    await type('Latitude', link);
    await screen.findByText(/copy the two numbers, such as 3\.1639, 101\.7054/);
    await type('Latitude', '3.1639, 101.7054');
    expect(screen.queryByText(/copy the two numbers/)).toBeNull();
  }
});
