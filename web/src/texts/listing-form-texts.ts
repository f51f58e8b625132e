import { weekdays, type Weekday } from '@directory/domain/catalogue';
import { count } from './count.ts';
import { openingTexts } from './opening-texts.ts';

const kilometre = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 });

export const listingFormTexts = {
  title: 'Add Business',
  wizardBack: 'Back',
  /** Unlike the Back above the form, which leaves it. */
  backTo: (step: number) => `Back to step ${step}`,
  steps: [
    'Basic details',
    'Location and category',
    'Web and social links',
    'About and photo',
    'Review',
  ],
  choose: 'Choose…',
  left: (left: number) =>
    `${count(Math.abs(left), 'character', 'characters')} ${left >= 0 ? 'left' : 'over the limit'}`,
};

export const openingTimes = {
  patterns: [
    { value: 'daily', label: 'Same every day' },
    { value: 'weekend', label: 'Weekdays and weekend' },
    { value: 'each', label: 'Each day' },
  ],
  states: [
    { value: 'open', label: 'Open' },
    { value: 'closed', label: 'Closed' },
    { value: 'allDay', label: '24 hours' },
  ],
  incomplete: (days: string) => `${days}: enter when you open and close.`,
  overlap: (days: string) =>
    `${days}: these times overlap each other or the night of the day before.`,
};

export const pin = {
  far: (kilometres: number) =>
    `This pin is ${kilometre.format(kilometres)} km from Kampong Bharu. Is that right?`,
  link: 'We found no location in this link. In a map, press and hold (or right-click) your shop, then copy the two numbers, such as 3.1639, 101.7054.',
  locationStatus: {
    idle: '',
    locating: 'Finding your location…',
    failed: "We couldn't get your location.",
  },
  latitude: 'Latitude',
  longitude: 'Longitude',
  mapUnavailable: "The map couldn't be loaded, but you can still place the pin.",
  missing: 'Please select a location on the map.',
  alertTitle: 'Location',
  status: {
    idle: '',
    searching: 'Searching for the address…',
    found: 'Address found, pin placed.',
    none: 'Address not found. You can place the pin yourself.',
    pinUnchanged: "Address found. Your pin hasn't been moved.",
    searchFailed: "We couldn't search for the address. You can place the pin yourself.",
    reading: 'Looking up the address…',
    filledIn: 'Address filled in from the map.',
    unknown: 'No address found at this point. Please type it.',
    reverseFailed: "We couldn't look up the address of the pin. Please check the address.",
  },
};

export const photo = {
  preview: 'Photo preview',
  missing: 'Add a photo of the business.',
  small: 'Photo ready, but it is small and will look blurred. Choose a larger one if you can.',
  notImage: 'The selected file must be a JPEG, PNG or WebP image.',
  heic: "HEIC photos can't be used. On iPhone go to Settings › Camera › Formats › Most Compatible, or send yourself the photo as JPEG.",
  tooLarge: 'The selected file must be smaller than 40 MB.',
  damaged: 'The selected file is damaged and cannot be read.',
};

/** "Every day", "Monday to Friday", "Saturday and Sunday", "Friday". */
export function daysName(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return openingTexts.everyDay;
  const names = days.map((day) => openingTexts.days[day]);
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(' and ');
}
