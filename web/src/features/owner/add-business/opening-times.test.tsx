import { weekdays, type Weekday } from '@directory/domain/catalogue';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { saveDraft } from '../../../testing/forms.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { readDraft } from './draft.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const enter = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const pattern = 'Exact times (optional)';

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const openForm = async () => {
  saveDraft({}, 1);
  renderPage('/form');
  await screen.findByText(/^Step 1 of 5/);
};

test('a week is entered with a closed day, a night and a Friday break', async () => {
  await openForm();
  enter(pattern, 'daily');
  enter('Every day: opens at', '09:00');
  enter('Every day: closes at', '18:00');
  press('Add a Friday break');
  expect(screen.getByLabelText(pattern)).toHaveProperty('value', 'each');
  expect(document.activeElement).toBe(screen.getByLabelText(pattern));
  expect(screen.getByLabelText('Friday: closes at')).toHaveProperty('value', '12:30');
  expect(screen.getByLabelText('Friday, after the break: opens at')).toHaveProperty(
    'value',
    '14:45',
  );
  enter('Saturday: open or closed', 'open');
  enter('Saturday: closes at', '02:00');
  const saturday = screen.getByRole('group', { name: 'Saturday' });
  expect(within(saturday).getByText('the next day')).toBeTruthy();
  expect(screen.getByLabelText('Saturday: closes at, the next day')).toBeTruthy();
  enter('Sunday: open or closed', 'closed');
  enter('Monday: open or closed', 'allDay');
  press('Next');
  await screen.findByText(/^Step 2 of 5/);
  const saved = () => readDraft('u1', new Date())?.value.values.openingTimes;
  await waitFor(() => {
    expect(saved()).toHaveLength(7);
  });
  expect(saved()).toEqual([
    { days: ['mon'], ranges: [{ from: '00:00', to: '00:00' }] },
    ...(['tue', 'wed', 'thu'] as const).map((day) => ({
      days: [day],
      ranges: [{ from: '09:00', to: '18:00' }],
    })),
    {
      days: ['fri'],
      ranges: [
        { from: '09:00', to: '12:30' },
        { from: '14:45', to: '18:00' },
      ],
    },
    { days: ['sat'], ranges: [{ from: '09:00', to: '02:00' }] },
    { days: ['sun'], ranges: [] },
  ]);
});

const shownFields = () => screen.getAllByLabelText(/: (opens|closes) at$/).length;

test('days with the same times have time fields once', async () => {
  await openForm();
  enter(pattern, 'each');
  expect(shownFields()).toBe(2);
  enter('Monday: opens at', '09:00');
  enter('Monday: closes at', '18:00');
  expect(screen.getByLabelText('Tuesday: open or closed')).toHaveProperty('value', 'same');
  expect(screen.getAllByRole('option', { name: 'Same as Monday' })).toHaveLength(6);
  enter('Friday: open or closed', 'open');
  expect(screen.getByLabelText('Friday: opens at')).toHaveProperty('value', '09:00');
  enter('Friday: opens at', '15:00');
  enter('Friday: opens at', '09:00');
  expect(shownFields()).toBe(4);
  enter('Monday: opens at', '08:00');
  enter('Monday: open or closed', 'closed');
  expect(screen.getByLabelText('Tuesday: opens at')).toHaveProperty('value', '08:00');
  expect(screen.getByLabelText('Friday: opens at')).toHaveProperty('value', '09:00');
  enter('Friday: open or closed', 'same');
  expect(shownFields()).toBe(2);
  await waitFor(() => {
    expect(readDraft('u1', new Date())?.value.values.openingTimes).toEqual(
      (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((day) => ({
        days: [day],
        ranges: day === 'mon' ? [] : [{ from: '08:00', to: '18:00' }],
      })),
    );
  });
});

test('a day with other times keeps them while those of the first day are typed', async () => {
  const times = (day: Weekday, to: string) => ({ days: [day], ranges: [{ from: '09:00', to }] });
  const openingTimes = weekdays.map((day) => times(day, day === 'mon' ? '17:00' : '18:00'));
  saveDraft({ openingTimes }, 1);
  renderPage('/form');
  await screen.findByText(/^Step 1 of 5/);
  enter('Monday: closes at', '18:00');
  enter('Monday: closes at', '18:30');
  expect(screen.getByLabelText('Friday: closes at')).toHaveProperty('value', '18:00');
});

test('the first day that a place open round the clock gets times for can be followed by the others', async () => {
  await openForm();
  enter(pattern, 'daily');
  enter('Every day: open or closed', 'allDay');
  enter(pattern, 'each');
  enter('Monday: open or closed', 'open');
  expect(screen.getAllByRole('option', { name: 'Same as Monday' })).toHaveLength(6);
  enter('Tuesday: open or closed', 'same');
  expect(shownFields()).toBe(2);
});

test('weekdays and weekend both have time fields, also with the same times', async () => {
  await openForm();
  enter(pattern, 'weekend');
  expect(shownFields()).toBe(4);
  expect(screen.queryByRole('option', { name: /^Same as/ })).toBeNull();
});

test('a day that was closed by mistake has its times again once it is open', async () => {
  await openForm();
  enter(pattern, 'daily');
  enter('Every day: opens at', '09:00');
  enter('Every day: closes at', '18:00');
  enter('Every day: open or closed', 'closed');
  enter('Every day: open or closed', 'allDay');
  enter('Every day: open or closed', 'open');
  expect(screen.getByLabelText('Every day: opens at')).toHaveProperty('value', '09:00');
  expect(screen.getByLabelText('Every day: closes at')).toHaveProperty('value', '18:00');
});

test('a break is added to any days and removed again', async () => {
  await openForm();
  enter(pattern, 'weekend');
  enter('Monday to Friday: opens at', '09:00');
  enter('Monday to Friday: closes at', '18:00');
  press('Add a break: Monday to Friday');
  expect(screen.getByLabelText('Monday to Friday: closes at')).toHaveProperty('value', '');
  press('Remove the break: Monday to Friday');
  expect(screen.getByLabelText('Monday to Friday: closes at')).toHaveProperty('value', '18:00');
});

test('times after a break in the night are marked as of the next day', async () => {
  await openForm();
  enter(pattern, 'weekend');
  enter('Monday to Friday: opens at', '18:00');
  press('Add a break: Monday to Friday');
  enter('Monday to Friday, after the break: opens at', '01:30');
  enter('Monday to Friday, after the break: closes at', '03:00');
  const days = screen.getByRole('group', { name: 'Monday to Friday' });
  expect(within(days).getByText('the next day')).toBeTruthy();
});

test('Next reports times that are missing, and the summary leads to the field', async () => {
  await openForm();
  enter(pattern, 'weekend');
  press('Next');
  const link = within(await screen.findByRole('alert')).getByRole('link', {
    name: 'Monday to Friday: enter when you open and close.',
  });
  expect(link.getAttribute('href')).toBe('#field-openingTimes');
  const opens = screen.getByLabelText('Monday to Friday: opens at');
  expect(opens.ariaInvalid).toBe('true');
  const description = document.getElementById(opens.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Monday to Friday: enter when you open and close.');
});

test('times that are not entered yet are no error before Next, also after an error elsewhere', async () => {
  await openForm();
  enter('Business name', '');
  press('Next');
  await screen.findByRole('alert');
  enter(pattern, 'daily');
  const missing = 'Every day: enter when you open and close.';
  expect(screen.queryByText(missing)).toBeNull();
  press('Next');
  expect(await screen.findAllByText(missing)).not.toEqual([]);
});

test('operating hours of other times are kept, and theirs are offered', async () => {
  await openForm();
  enter(pattern, 'daily');
  enter('Every day: opens at', '08:00');
  enter('Every day: closes at', '23:00');
  expect(screen.getByLabelText('Operating hours')).toHaveProperty('value', 'Pagi-Petang');
  press('Set the operating hours to this');
  expect(screen.getByLabelText('Operating hours')).toHaveProperty('value', 'Pagi-Malam');
  expect(screen.queryByRole('button', { name: 'Set the operating hours to this' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Operating hours set.');
  enter('Operating hours', 'Pagi-Petang');
  expect(screen.queryByText('Operating hours set.')).toBeNull();
});

test.each([
  ['every day is closed', 'closed', 'Enter the times of at least one day, or choose “Not given”.'],
  [
    'a day opens while it is open, perhaps since the day before',
    'open',
    'Saturday: these times overlap each other or the night of the day before.',
  ],
])('Next says that %s', async (_, state, text) => {
  await openForm();
  enter(pattern, 'each');
  enter('Monday: open or closed', 'closed');
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Sunday'])
    enter(`${day}: open or closed`, 'closed');
  enter('Saturday: open or closed', state);
  if (state === 'open') {
    enter('Saturday: opens at', '09:00');
    enter('Saturday: closes at', '18:00');
    press('Add a break: Saturday');
    enter('Saturday: closes at', '15:00');
    enter('Saturday, after the break: opens at', '14:00');
  }
  press('Next');
  expect(await screen.findByRole('link', { name: text })).toBeTruthy();
});
