import type { BusinessResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPlace, aSite, places } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { lateStub, stub, unreachable } from '../../testing/stub-network.ts';

const list = (listed: BusinessResponse[]) => stub('GET /api/businesses/approved', listed);
const offered = (label: string) =>
  within(screen.getByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const choose = (label: string, value: string) => {
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
};
const cards = () =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/places/'));
/** The number of places, by default any, and of the page, which is an element in it. */
const count = (text = /^(No matches|\d+ places?(, page .*)?)$/) =>
  screen.findByText((_, element) => element?.role === 'status' && text.test(element.textContent));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('the name of each place is a heading below that of the results', async () => {
  renderPage('/', list(places(2)));
  await count();
  const headings = (level: number) =>
    screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);
  expect(headings(2)).toEqual(['Places']);
  expect(headings(3)).toEqual(['Place 1', 'Place 2']);
});

test.each([
  [
    3,
    1,
    [
      'Nearest to Monorel Chow Kit first.',
      '1 place has no pin on the map, so its distance is unknown.',
    ],
  ],
  [2, 2, ['2 places have no pin on the map, so their distances are unknown.']],
  [1, 1, ['1 place has no pin on the map, so its distance is unknown.']],
])(
  'the notes on %i places near a landmark, %i of them without a pin, are %j',
  async (all, unpinned, notes) => {
    const found = places(all).map((place, index) =>
      index < unpinned
        ? { ...place, latitude: null, longitude: null }
        : { ...place, latitude: 3.16, longitude: 101.7 },
    );
    renderPage('/?near=chow-kit', list(found));
    for (const note of notes) expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryAllByText(/^Nearest to|no pin on the map/)).toHaveLength(notes.length);
  },
);

test.each([
  [1, '1 more place has no known hours. Show it', 'Includes 1 place without known hours. Hide it'],
  [
    2,
    '2 more places have no known hours. Show them',
    'Includes 2 places without known hours. Hide them',
  ],
])(
  'a filter by hours offers the places without hours, %i of them',
  async (all, offer, included) => {
    const unknown = { operatingHours: null, openingTimes: null };
    renderPage('/?open=now', list(places(all).map((place) => ({ ...place, ...unknown }))));
    const link = await screen.findByRole('link', { name: /^Show (it|them)$/ });
    expect(link.closest('p')?.textContent).toBe(offer);
    fireEvent.click(link);
    const undo = await screen.findByRole('link', { name: /^Hide (it|them)$/ });
    expect(undo.closest('p')?.textContent).toBe(included);
  },
);

test('a search for a kind without places leads to its category, whose heading takes the focus', async () => {
  const pharmacy = { businessInfo: 'Kesihatan', subCategory: 'Farmasi' } as const;
  renderPage('/?q=klinik+gigi', list([aPlace(pharmacy), ...places(1)]));
  const note = await screen.findByText(/^Nothing is listed yet under/);
  fireEvent.click(within(note).getByRole('link', { name: 'Kesihatan' }));
  expect(screen.queryByText(/^Nothing is listed yet under/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Places' }));
});

test('the order is announced, as a landmark does not change the number of places', async () => {
  const pinned = places(2).map((place) => ({ ...place, latitude: 3.16, longitude: 101.7 }));
  renderPage('/', list(pinned));
  const before = (await screen.findByText(/^Kampong Bharu first/)).closest('[role=status]');
  fireEvent.click(screen.getByRole('link', { name: 'Monorel Chow Kit', hidden: true }));
  const after = await screen.findByText('Nearest to Monorel Chow Kit first.');
  expect(after.closest('[role=status]')).toBe(before);
  expect(before).not.toBeNull();
});

test('the six selects offer All and then the choices letter for letter', async () => {
  renderPage('/', list(places(1)));
  await count();
  expect(offered('Category')).toEqual([
    'All',
    'Makanan & Minuman',
    'Hotel & Penginapan',
    'Kesihatan',
    'Perniagaan Runcit',
    'Fesyen & Pakaian',
    'Pusat kecantikan',
    'Perkhidmatan Dobi',
    'Servis Automotif',
    'Perkhidmatan Profesional',
    'Pengangkutan',
    'Perniagaan Pelbagai',
    'IT',
    'Elektronik & Elektrik',
    'Pendidikan',
    'Pasar',
    'Sewaan Venue Sukan',
    'Tempat Ibadah',
    'Pelancongan',
  ]);
  expect(offered('Time')).toEqual([
    'All',
    'Pagi-Tengah Hari',
    'Pagi-Petang',
    'Pagi-Malam',
    'Tengah Hari-Petang',
    'Tengah Hari-Malam',
    'Petang-Malam',
    '24jam',
  ]);
  expect(offered('Kampong')).toHaveLength(15);
  expect(offered('Rating')).toEqual(['All', '1 star', '2 stars', '3 stars', '4 stars', '5 stars']);
  expect(offered('Order By')).toEqual([
    'All',
    'Rating (Highest)',
    'Rating (Lowest)',
    'Year Opened (Newest)',
    'Year Opened (Oldest)',
  ]);
  expect(offered('Subcategory')[0]).toBe('All');
});

test('/main shows the same page', async () => {
  renderPage('/main', list(places(3)));
  expect(await count()).toHaveProperty('textContent', '3 places');
  expect(screen.getByRole('link', { name: 'Home', current: 'page' })).toBeTruthy();
});

test('a list that fits on one page has no pager', async () => {
  renderPage('/', list(places(12)));
  expect((await count()).textContent).toBe('12 places');
  expect(cards()).toHaveLength(12);
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

test('the count of places is replaced as a whole, so that Firefox announces its parts at once', async () => {
  renderPage('/', list(places(30)));
  const before = (await count()).firstElementChild;
  fireEvent.click(screen.getByRole('link', { name: 'Page 3' }));
  const after = await count(/^30 places, page 3 of 3$/);
  expect(after.children).toHaveLength(1);
  expect(after.firstElementChild).not.toBe(before);
});

test('twelve cards are a page, and the pager leads to the next by a real link', async () => {
  const { browser } = renderPage('/', list(places(30)));
  expect(await count()).toHaveProperty('textContent', '30 places, page 1 of 3');
  expect(cards()).toHaveLength(12);
  const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pager.getByRole('link', { name: 'Prev' }).getAttribute('aria-disabled')).toBe('true');
  expect(pager.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/?page=2');
  fireEvent.click(pager.getByRole('link', { name: 'Page 3' }));
  expect(await count(/^30 places, page 3 of 3$/)).toBeTruthy();
  expect(cards()).toHaveLength(6);
  expect(browser.location?.search).toBe('?page=3');
  expect(document.title).toContain('page 3 of 3');
  expect(pager.getByRole('link', { name: 'Next' }).getAttribute('href')).toBeNull();
  expect(pager.getByRole('link', { current: 'page' }).textContent).toBe('3');
});

test('another page moves the focus to the heading of the results', async () => {
  renderPage('/', list(places(30)));
  await count();
  fireEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Places' }));
  });
});

test('a filter leaves the focus and the page where they are, also after an earlier navigation', async () => {
  const { browser } = renderPage('/saved', list(places(3)));
  fireEvent.click(await screen.findByRole('link', { name: /Kampong Bharu/ }));
  await waitFor(() => {
    expect(document.activeElement?.tagName).toBe('H1');
  });
  const kampong = screen.getByRole('combobox', { name: 'Kampong' });
  kampong.focus();
  vi.mocked(window.scrollTo).mockClear();
  choose('Kampong', 'Chow Kit');
  await waitFor(() => {
    expect(browser.location?.search).toBe('?kampong=Chow+Kit');
  });
  expect(document.activeElement).toBe(kampong);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test('a filter keeps the page number and shows the last page there is', async () => {
  const { browser } = renderPage(
    '/?page=3',
    list(places(30, (index) => (index < 15 ? { kampong: 'Chow Kit' } : {}))),
  );
  await count();
  choose('Kampong', 'Chow Kit');
  expect(await count(/^15 places, page 2 of 2$/)).toBeTruthy();
  expect(browser.location?.search).toBe('?kampong=Chow+Kit&page=3');
  browser.navigate?.(-1);
  expect(await count(/^30 places, page 3 of 3$/)).toBeTruthy();
});

test('a choice counts although the page of the one before is still being made', async () => {
  const { browser } = renderPage('/', list(places(2)));
  await count();
  act(() => {
    choose('Kampong', 'Chow Kit');
    choose('Rating', '5');
    expect(screen.getByRole('combobox', { name: 'Kampong' })).toHaveProperty('value', 'Chow Kit');
  });
  expect(browser.location?.search).toBe('?kampong=Chow+Kit&rating=5');
});

test('another category resets the subcategory and the page', async () => {
  const { browser } = renderPage(
    '/?category=Kesihatan&subcategory=Klinik&page=2',
    list(places(30, () => ({ businessInfo: 'Kesihatan', subCategory: 'Klinik' }))),
  );
  expect(await count(/^30 places, page 2 of 3$/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe(
    '/?category=Kesihatan&subcategory=Klinik&page=3',
  );
  expect(offered('Subcategory')).toEqual([
    'All',
    'Klinik',
    'Klinik Gigi',
    'Farmasi',
    'Perubatan Alternatif',
    'Kedai Herba',
    'Hospital',
  ]);
  choose('Category', 'Pasar');
  expect(await screen.findByText('No Places Found')).toBeTruthy();
  expect(browser.location?.search).toBe('?category=Pasar');
});

test('the counts of the choices separate their thousands', async () => {
  renderPage(
    '/',
    list(places(1200).map((place) => ({ ...place, kampong: 'Chow Kit', facilities: ['Surau'] }))),
  );
  await count(/^1,200 places, page 1 of /);
  const kampong = within(screen.getByRole('combobox', { name: 'Kampong' }));
  const labels = kampong.getAllByRole('option').map((option) => option.getAttribute('label'));
  expect(labels).toContain('Chow Kit (1,200)');
  expect(screen.getByRole('checkbox', { name: /^Surau.*\(1,200\)$/ })).toBeTruthy();
});

test('a facility is ticked and unticked', async () => {
  const { browser } = renderPage('/', list([aPlace({ facilities: ['Surau'] }), aPlace()]));
  await count(/^2 places$/);
  const surau = () => screen.getByRole('checkbox', { name: /^Surau/ });
  fireEvent.click(surau());
  expect(await count(/^1 place$/)).toBeTruthy();
  expect(browser.location?.search).toBe('?facility=Surau');
  expect(surau()).toHaveProperty('checked', true);
  fireEvent.click(surau());
  expect(await count(/^2 places$/)).toBeTruthy();
});

test('a facility that no place has cannot be ticked, but it can be unticked', async () => {
  renderPage('/?facility=Surau', list([aPlace({ facilities: ['Tandas'] })]));
  await count(/^No matches$/);
  const isDisabled = (name: RegExp) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name }).disabled;
  expect([isDisabled(/^Surau/), isDisabled(/^Tandas OKU/)]).toEqual([false, true]);
});

test('places without a pin are not said to be in an order of the map', async () => {
  renderPage('/?pin=none', list(places(2)));
  await count(/^2 places$/);
  expect(screen.queryByText(/^Kampong Bharu first/)).toBeNull();
});

test('a hidden category that the address names is shown as chosen', async () => {
  renderPage('/?category=Komuniti', list([aPlace({ businessInfo: 'Komuniti' })]));
  expect(await count()).toHaveProperty('textContent', '1 place');
  expect(screen.getByRole('combobox', { name: 'Category' })).toHaveProperty('value', 'Komuniti');
});

test('the Malay name of a category is marked as Malay in the heading and in its chip', async () => {
  renderPage('/?category=Pasar&open=now', list(places(1)));
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toBe('Pasar in Kampong Bharu, open now');
  expect(within(heading).getByText('Pasar').lang).toBe('ms');
  const chip = await screen.findByRole('link', { name: 'Remove Category: Pasar markets' });
  expect(within(chip).getByText('Pasar').lang).toBe('ms');
  expect(within(chip).getByText('markets').closest('[lang]')).toBeNull();
});

test('each chip removes its filter and Clear all removes all', async () => {
  const { browser } = renderPage('/?q=place&kampong=Chow+Kit&rating=2', list(places(3)));
  await count();
  const chips = within(screen.getByRole('list', { name: 'Active filters' }));
  expect(chips.getAllByRole('link')).toHaveLength(3);
  fireEvent.click(chips.getByRole('link', { name: 'Remove Kampong: Chow Kit' }));
  expect(await screen.findByText('3 places')).toBeTruthy();
  expect(browser.location?.search).toBe('?q=place&rating=2');
  fireEvent.click(screen.getByRole('link', { name: 'Clear all' }));
  await waitFor(() => {
    expect(browser.location?.search).toBe('');
  });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Places' }));
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('rating and order are kept in the address, change nothing and say so', async () => {
  const { browser } = renderPage('/', list(places(2)));
  await count();
  choose('Rating', '5');
  choose('Order By', 'year-newest');
  expect(cards().map((card) => card.textContent)).toEqual([
    expect.stringContaining('Place 1'),
    expect.stringContaining('Place 2'),
  ]);
  expect(browser.location?.search).toBe('?rating=5&order=year-newest');
  const hint = screen.getByText("Ratings and sorting aren't available yet.");
  expect(screen.getByRole('combobox', { name: 'Rating' }).getAttribute('aria-describedby')).toBe(
    hint.id,
  );
  expect(screen.getByRole('combobox', { name: 'Category' }).hasAttribute('aria-describedby')).toBe(
    false,
  );
});

test('ordering by year works where the site says so', async () => {
  renderPage(
    '/?order=year-oldest',
    stub('GET /api/site', { ...aSite, applyOrderBy: true }),
    list(places(2, (index) => ({ yearStarted: 2000 - index }))),
  );
  await count();
  await waitFor(() => {
    expect(cards()[0]?.textContent).toContain('Place 2');
  });
});

test('a card is one link that takes the place along', async () => {
  const place = aPlace({ kampong: 'Chow Kit', operatingHours: 'Pagi-Tengahhari' });
  const { browser } = renderPage('/?kampong=Chow+Kit', list([place]));
  await count();
  const [card] = cards();
  expect(card?.textContent).toContain('Chow Kit');
  expect(card?.textContent).toContain('Usually morning to midday');
  expect(card?.getAttribute('lang')).toBe('ms');
  if (card) fireEvent.click(card);
  await waitFor(() => {
    expect(browser.location).toMatchObject({
      pathname: `/places/${place.id}`,
      state: { place, results: '/?kampong=Chow+Kit' },
    });
  });
});

test('nothing found has its own words, until other words find something', async () => {
  const { browser } = renderPage('/?q=zzz', list(places(3)));
  expect(await screen.findByText('No Places Found')).toBeTruthy();
  expect(await count()).toHaveProperty('textContent', 'No matches');
  expect(
    screen.getByText("Try adjusting your filters to find what you're looking for."),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('link', { name: /without your filters$/ })).toBeNull();
  act(() => browser.navigate?.('/?q=place'));
  expect(await count(/^3 places$/)).toBeTruthy();
});

test('a search without the filters is offered, and moves the focus to its results', async () => {
  renderPage('/?q=place&category=IT', list(places(3)));
  fireEvent.click(await screen.findByRole('link', { name: 'Show 3 without your filters' }));
  expect(await count()).toHaveProperty('textContent', '3 places');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Places' }));
});

test('Back from a place returns the focus to its link', async () => {
  const { browser } = renderPage(
    '/',
    list(places(3)),
    lateStub('GET /api/businesses/:id', { id: 'place-2' }),
  );
  await count();
  fireEvent.click(cards()[1] ?? document.body);
  await screen.findByRole('heading', { level: 1, name: 'Place 2' });
  act(() => browser.navigate?.(-1));
  await count();
  expect(document.activeElement).toBe(cards()[1]);
});

test('the landmarks close when the focus leaves them, and by Escape', async () => {
  renderPage('/', list(places(3)));
  await count();
  const links = screen.getByRole('list', { name: 'Landmarks' });
  const details = links.closest('details');
  const open = () => {
    if (details) details.open = true;
    act(() => within(links).getAllByRole('link').at(-1)?.focus());
  };
  open();
  fireEvent.keyDown(document.activeElement ?? links, { key: 'Escape' });
  expect(details?.open).toBe(false);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  open();
  expect(details?.open).toBe(true);
  act(() => cards().at(0)?.focus());
  expect(details?.open).toBe(false);
});

test('a failed list is logged, keeps the words and can be asked for again', async () => {
  const { respond } = renderPage('/', stub('GET /api/businesses/approved', unreachable));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('No Places Found')).toBeTruthy();
  expect(console.error).toHaveBeenCalled();
  respond(list(places(1)));
  retry.focus();
  fireEvent.click(retry);
  expect(await count()).toHaveProperty('textContent', '1 place');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Places' }));
});

test('places of OpenStreetMap are credited, and only where they are shown', async () => {
  const odbl = { licence: 'ODbL-1.0 (© OpenStreetMap contributors)' };
  renderPage('/', list(places(13, (index) => (index === 12 ? odbl : {}))));
  await count();
  expect(screen.queryByText(/^Some listings/)).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(await screen.findByText(/^Some listings/)).toBeTruthy();
});

test('each step to another page of the results moves the focus to them', async () => {
  renderPage('/', list(places(36)));
  await count();
  const heading = screen.getByRole('heading', { level: 2, name: 'Places' });
  for (const page of ['Page 2', 'Page 3']) {
    const link = screen.getByRole('link', { name: page });
    link.focus();
    fireEvent.click(link);
    await waitFor(() => expect(document.activeElement).toBe(heading));
  }
});

test('the filters of a phone open behind a button that counts them', async () => {
  renderPage('/?kampong=Chow+Kit&time=24jam&rating=2', list(places(1)));
  const toggle = await screen.findByRole('button', { name: 'Filters (2)' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
});

test('the search looks for names among what the other filters leave', async () => {
  const { browser } = renderPage('/?category=Pasar&page=2', list(places(3)));
  await screen.findByText('No Places Found');
  const search = screen.getByRole('combobox', { name: 'Search places' });
  fireEvent.change(search, { target: { value: ' ikan ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => {
    expect(browser.location?.search).toBe('?category=Pasar&q=ikan');
  });
});

test.each([
  ['Open now', '/', '?open=now', ''],
  ['"open  now!"', '/', '?open=now', ''],
  ['What’s open now?', '/', '?open=now', ''],
  ['open now near me', '/', '?open=now', ''],
  ['klinik buka sekarang', '/', '?open=now&q=klinik', 'klinik'],
  ['klinik yang buka sekarang', '/', '?open=now&q=klinik', 'klinik'],
  ['klinik open now', '/?q=klinik', '?q=klinik&open=now', 'klinik'],
  ['kafe open now near chow kit', '/', '?open=now&q=kafe+near+chow+kit', 'kafe near chow kit'],
])('a search for %s at %s shows what is open now, like the filter', async (...row) => {
  const [typed, at, query, left] = row;
  const { browser } = renderPage(at, list(places(3)));
  const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search places' });
  await count();
  fireEvent.change(search(), { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => {
    expect(browser.location?.search).toBe(query);
  });
  await waitFor(() => {
    expect(search().value).toBe(left);
  });
  fireEvent.keyDown(search(), { key: 'ArrowDown' });
  expect(search().getAttribute('aria-expanded')).toBe('false');
});

test('a search for halal does not claim that the places are halal', async () => {
  const food = aPlace({ businessInfo: 'Makanan & Minuman' });
  const note = 'Some may not be halal: please ask there.';
  renderPage('/?q=Halal+food', list([food]));
  expect(await screen.findByText(note)).toBeTruthy();
  expect(cards()).toHaveLength(1);
});

test.each(['/', '/?q=ikan'])(
  'the same search again at %s adds no step to the history',
  async (at) => {
    const { browser } = renderPage(at, list(places(3)));
    const search = await screen.findByRole('button', { name: 'Search' });
    const { key } = browser.location ?? {};
    const { length } = window.history;
    fireEvent.click(search);
    await waitFor(() => {
      expect(browser.location?.key).not.toBe(key);
    });
    expect(window.history.length).toBe(length);
  },
);

test('Enter searches once the chosen suggestion is no longer in the list of places', async () => {
  let listed = places(2);
  const current = { ...list([]), respond: () => list(listed).respond() };
  const { sessions } = renderPage('/', current);
  await count();
  const search = screen.getByRole('combobox', { name: 'Search places' });
  fireEvent.focus(search);
  fireEvent.change(search, { target: { value: 'Place' } });
  expect(await screen.findAllByRole('option', { name: /^Place/ })).toHaveLength(2);
  fireEvent.keyDown(search, { key: 'ArrowUp' });
  listed = places(1);
  const user = { id: '1', full_name: 'Siti Aminah', email: 's@example.com' };
  act(() => sessions.start({ token: 't', role: 'user', user }));
  await waitFor(() => {
    expect(screen.getAllByRole('option', { name: /^Place/ })).toHaveLength(1);
  });
  const isLeftToForm = fireEvent.keyDown(search, { key: 'Enter' });
  expect(isLeftToForm).toBe(true);
});

test.each(['a click', 'Enter'])(
  'a kind suggested by the search and chosen by %s replaces what was typed, and the focus goes to the results',
  async (way) => {
    const { browser } = renderPage('/', list(places(2, () => ({ businessInfo: 'Pasar' }))));
    await count();
    const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search places' });
    act(() => search().focus());
    fireEvent.change(search(), { target: { value: 'pas' } });
    const suggestions = await screen.findByRole('listbox', { name: 'Suggestions' });
    const option = within(suggestions).getByRole('option', { name: /^Pasar/ });
    if (way === 'a click') fireEvent.click(option);
    else {
      fireEvent.keyDown(search(), { key: 'ArrowDown' });
      fireEvent.keyDown(search(), { key: 'Enter' });
    }
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Places' }));
    });
    expect(browser.location?.search).toBe('?category=Pasar');
    expect(search().value).toBe('');
    expect(screen.queryByRole('listbox')).toBeNull();
  },
);

test('a kind is suggested also for a misspelt word', async () => {
  renderPage('/', list(places(2, () => ({ businessInfo: 'Pasar' }))));
  await count();
  const search = screen.getByRole('combobox', { name: 'Search places' });
  act(() => search.focus());
  fireEvent.change(search, { target: { value: 'pasarr' } });
  const kind = await screen.findByRole('option', { name: /^Pasar.*2 places$/ });
  expect(kind.getAttribute('href')).toBe('/?category=Pasar');
});

test('a filter that was removed a moment ago stays away when another is chosen', async () => {
  const { browser } = renderPage('/?kampong=Chow+Kit', list(places(3)));
  await count();
  const chip = screen.getByRole('link', { name: /^Remove .*Chow Kit/ });
  // Both before the page is rendered for the first.
  await act(async () => {
    fireEvent.click(chip);
    await Promise.resolve();
    choose('Time', '24jam');
  });
  expect(browser.location?.search).toBe('?time=24jam');
});

test('the index of a long list is built in slices, between which the page reacts', async () => {
  renderPage('/', list(places(40)));
  await count();
  // A slow device: each look at the clock is later than a slice may end.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const timers = vi.spyOn(window, 'setTimeout');
  const search = screen.getByRole('combobox', { name: 'Search places' });
  fireEvent.focus(search);
  fireEvent.change(search, { target: { value: 'place 4' } });
  const shown = await screen.findAllByRole('option', { name: /^Place 4/ });
  const pauses = timers.mock.calls.filter(([, ms]) => ms === undefined);
  clock.mockRestore();
  timers.mockRestore();
  // React renders twice in tests, and each time is a slice.
  expect(pauses.length).toBeGreaterThanOrEqual(19);
  expect(shown.map((option) => option.textContent)).toEqual(['Place 4', 'Place 40']);
});

test('what was found stays on the page while a newer list is indexed', async () => {
  const { browser, respond } = renderPage('/?q=place', list(places(40)));
  await count(/^40 places/);
  const next = screen.getByRole('link', { name: 'Page 2' });
  expect(next.getAttribute('href')).toBe('/?q=place&page=2');
  act(() => browser.navigate?.('/saved'));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  const newer = lateStub('GET /api/businesses/approved');
  respond(newer);
  act(() => browser.navigate?.(-1));
  await count(/^40 places/);
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const found = new Set<number>();
  const observer = new MutationObserver(() => found.add(cards().length));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  await newer.arrive(places(41));
  await count(/^41 places/);
  observer.disconnect();
  clock.mockRestore();
  expect([...found]).toEqual([12]);
});
