import { weekdays, type Weekday } from '@directory/domain/catalogue';
import { count } from './count.ts';
import { openingTexts } from './opening-texts.ts';

const kilometre = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 });

export const listingFormTexts = {
  title: 'Add Business',
  wizardBack: 'Back',
  next: 'Next',
  toReview: 'Save and return to review',
  progress: 'Progress',
  step: (step: number, of: number, name: string) => `Step ${step} of ${of}: ${name}`,
  done: 'done',
  steps: [
    'Basic details',
    'Location and category',
    'Web and social links',
    'About and photo',
    'Review',
  ],
  choose: 'Choose…',
  phoneHint: 'Digits only – the hyphen is added for you.',
  yearHint: 'For example 1998.',
  emailHint: 'For us to reach you. Visitors never see it.',
  hoursHint: 'Pagi is morning, Tengahhari midday, Petang afternoon, Malam night.',
  linkHint:
    'All optional. You can leave out https://. For social media your name there is enough, such as @yourshop.',
  facilitiesHint: 'Select everything available to visitors.',
  synopsisHint: 'What do you offer, and what are you known for?',
  left: (left: number) =>
    `${count(Math.abs(left), 'character', 'characters')} ${left >= 0 ? 'left' : 'over the limit'}`,
  success: {
    title: 'Success',
    text: 'Data submitted successfully!',
    next: (workingDays: number | null) =>
      `An administrator will review your listing${
        workingDays === null
          ? ''
          : `, usually within ${count(workingDays, 'working day', 'working days')}`
      }. You can follow it under My Businesses.`,
  },
};

export const openingTimes = {
  hint: 'Visitors then see whether you are open now.',
  none: 'Not given',
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
  sameAs: (day: string) => `Same as ${day}`,
  stateOf: (days: string) => `${days}: open or closed`,
  opens: (days: string) => `${days}: opens at`,
  closes: (days: string) => `${days}: closes at`,
  afterBreak: (days: string) => `${days}, after the break`,
  to: 'to',
  nextDay: 'the next day',
  break: 'Add a break',
  breakOn: (days: string) => `Add a break: ${days}`,
  noBreak: 'Remove the break',
  noBreakOn: (days: string) => `Remove the break: ${days}`,
  fridayBreak: 'Add a Friday break',
  spanIs: 'These times are',
  useSpan: 'Set the operating hours to this',
  spanSet: 'Operating hours set.',
  incomplete: (days: string) => `${days}: enter when you open and close.`,
  overlap: (days: string) => `${days}: these times overlap.`,
  closed: 'Enter the times of at least one day, or choose “Not given”.',
};

export const pin = {
  far: (kilometres: number) =>
    `This pin is ${kilometre.format(kilometres)} km from Kampong Bharu. Is that right?`,
  addressHint: 'Street and number.',
  addressSearched: 'We look it up on the map when you stop typing.',
  find: 'Find address',
  how: 'Tap the map or drag the pin.',
  howByKeys: 'Keyboard: Tab to the pin and use the arrow keys (10 m; with Shift 100 m).',
  place: 'Place a pin',
  useMyLocation: 'Use my location',
  locationStatus: {
    idle: '',
    locating: 'Finding your location…',
    failed: "We couldn't get your location.",
  },
  latitude: 'Latitude',
  longitude: 'Longitude',
  map: 'Map of your business location',
  mapLoading: 'Loading the map…',
  mapWithoutStreets:
    'This map shows no streets. You can copy the latitude and longitude of your place from another street map.',
  mapUnavailable: "The map couldn't be loaded, but you can still place the pin.",
  marker: 'Your business. Use the arrow keys to move this pin.',
  missing: 'Please select a location on the map.',
  reverseFailed: 'Failed to fetch address. Please try again.',
  alertTitle: 'Location',
  movePin: 'Move pin to this address',
  useTyped: 'Restore what I typed',
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
  label: 'Photo',
  hint: 'JPEG, PNG or WebP. We shrink it on your device and remove its location data before uploading.',
  drop: 'Drop a photo here, or',
  choose: 'Choose a photo',
  replace: 'Replace',
  remove: 'Remove',
  preview: 'Photo preview',
  working: 'Preparing photo…',
  size: (name: string, kilobytes: number) => `${name}, ${kilobytes} KB`,
  missing: 'Add a photo of the business.',
  notImage: 'The selected file must be a JPEG, PNG or WebP image.',
  heic: "HEIC photos can't be used. On iPhone go to Settings › Camera › Formats › Most Compatible, or send yourself the photo as JPEG.",
  tooLarge: 'The selected file must be smaller than 40 MB.',
  damaged: 'The selected file is damaged and cannot be read.',
};

export const draft = {
  saved: (time: string) => `Saved on this device at ${time}`,
  notSaved: 'Not saved on this device. Submit before you close this page.',
  removed: 'Your draft was submitted or discarded in another tab.',
  dashboard: 'See your listings',
  discard: 'Discard',
  discardTitle: 'Discard this draft?',
  discardText: 'Everything you entered will be deleted from this device.',
  cancel: 'Keep draft',
};

export const review = {
  intro: 'Check your details. An administrator will review them before they go live.',
  change: 'Change',
  changeOf: (section: string) => `Change: ${section}`,
  edit: 'Edit',
  more: 'Show More',
  less: 'Show Less',
  notProvided: 'Not Provided',
  enlarge: 'Enlarge photo',
  photo: 'Photo',
  submit: 'Confirm & Submit',
  failed: "We couldn't submit your business. Your details are still here; please try again.",
  refused: (reason: string) => `${reason} Your details are still here.`,
};

/** "Every day", "Monday to Friday", "Saturday and Sunday", "Friday". */
export function daysName(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return openingTexts.everyDay;
  const names = days.map((day) => openingTexts.days[day]);
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(' and ');
}
