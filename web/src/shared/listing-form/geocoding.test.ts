import { expect, test } from 'vitest';
import { addressIn, canBeSearched, firstPoint, nudged, pairIn, pointOf } from './geocoding.ts';
import { fitted, problemOf } from './photo.ts';

test.each([
  ['', false],
  ['Jalan', false],
  ['  Jalan  ', false],
  ['Daud 7', true],
  ['Address not found', false],
])('canBeSearched(%j) is %s', (address, expected) => {
  expect(canBeSearched(address)).toBe(expected);
});

test('firstPoint returns the first result', () => {
  const place = (lat: string) => ({ lat, lon: '101.7', display_name: 'x' });
  expect(firstPoint([place('3.1'), place('4')])).toEqual({ latitude: 3.1, longitude: 101.7 });
  expect(firstPoint([])).toBeNull();
  expect(firstPoint([place('north')])).toBeNull();
});

test('addressIn returns Address not found for a point without an address', () => {
  expect(addressIn({ display_name: '12, Jalan Raja' })).toBe('12, Jalan Raja');
  expect(addressIn({ error: 'Unable to geocode' })).toBe('Address not found');
  expect(addressIn({ display_name: '' })).toBe('Address not found');
});

test.each([
  ['3.1', '101.7', { latitude: 3.1, longitude: 101.7 }],
  ['0', '0', { latitude: 0, longitude: 0 }],
  ['-90', '180', { latitude: -90, longitude: 180 }],
  [' ', '101.7', null],
  ['3.1', ' ', null],
  ['95', '0', null],
  ['0', '181', null],
  ['x', '0', null],
])('pointOf reads %s and %s', (latitude, longitude, point) => {
  expect(pointOf({ latitude, longitude })).toEqual(point);
});

test.each([
  '3.16450, 101.70450',
  ' (3.16450, 101.70450) ',
  '3.16450° N, 101.70450° E',
  '101.70450, 3.16450',
  '101.70450° E 3.16450° N',
  'https://www.google.com/maps/place/Kedai/@3.1,101.6,17z/data=!8m2!3d3.16450!4d101.70450?entry=ttu',
  'https://www.google.com/maps/@3.16450,101.70450,17z',
  'Kedai Kak Yah https://www.google.com/maps/@3.16450,101.70450,17z',
  'https://www.openstreetmap.org/#map=17/3.16450/101.70450',
  'https://www.google.com/maps/search/3.16450,+101.70450?entry=tts',
  'https://maps.google.com/?q=3.16450,101.70450',
  'https://waze.com/ul?ll=3.16450%2C101.70450&navigate=yes',
])('pairIn takes %s apart', (text) => {
  expect(pairIn(text)).toEqual({ latitude: '3.16450', longitude: '101.70450' });
});

test.each([
  [`3°09'50.1"N 101°42'19.4"E`, '3.163917', '101.705389'],
  ['(3° 9′ 50.1″ N, 101° 42′ 19.4″ E)', '3.163917', '101.705389'],
  ['3º9′50.1″N 101˚42′19.4″E', '3.163917', '101.705389'],
  ['3°09’50.1”N101°42’19.4”E', '3.163917', '101.705389'],
  ["3°09'50.1''N, 101°42'19.4''E", '3.163917', '101.705389'],
  ["3° 9.835' N, 101° 42.323' E", '3.163917', '101.705383'],
  [`3°09'50.1"s 101°42'19.4"w`, '-3.163917', '-101.705389'],
  ['3.16450° S, 101.70450° W', '-3.16450', '-101.70450'],
  [`N3°09'50.1" E101°42'19.4"`, '3.163917', '101.705389'],
  ['-101.70450, 3.16450', '3.16450', '-101.70450'],
  ['(s 3° 9′ 50.1″, w 101° 42′ 19.4″)', '-3.163917', '-101.705389'],
])('pairIn converts the angles %s', (text, latitude, longitude) => {
  expect(pairIn(text)).toEqual({ latitude, longitude });
});

test.each([
  '3.16450',
  '3,1645',
  `3°09'50.1"N`,
  `3°09'50.1" 101°42'19.4"`,
  `1.53°09'50.1"N 101°42'19.4"E`,
  `3°99'50.1"N 101°42'19.4"E`,
  'https://maps.app.goo.gl/x3.1',
])('pairIn finds no pair in %s', (text) => {
  expect(pairIn(text)).toBeNull();
});

const metres = (degrees: number) => degrees * 111_320;
const start = { latitude: 60, longitude: 10 };

test.each([
  ['ArrowUp', false, 10, 0],
  ['ArrowDown', true, -100, 0],
  ['ArrowRight', false, 0, 10],
  ['ArrowLeft', true, 0, -100],
])('nudged by %s (shift: %s) moves %d m north and %d m east', (...move) => {
  const [key, withShift, north, east] = move;
  const moved = nudged(start, key, withShift);
  expect(metres((moved?.latitude ?? 0) - start.latitude)).toBeCloseTo(north, 3);
  // At 60 degrees north a degree of longitude is half as wide.
  expect(metres((moved?.longitude ?? 0) - start.longitude) / 2).toBeCloseTo(east, 3);
});

test('nudged returns null for other keys', () => {
  expect(nudged(start, 'Tab', false)).toBeNull();
});

test.each([
  ['a.jpg', 'image/jpeg', 1000, null],
  ['a.webp', 'image/webp', 1000, null],
  ['a.heic', '', 1000, 'heic'],
  ['a.jpg', 'image/heif', 1000, 'heic'],
  ['a.svg', 'image/svg+xml', 1000, 'notImage'],
  ['a.pdf', 'application/pdf', 1000, 'notImage'],
  ['a.png', 'image/png', 41 * 1024 * 1024, 'tooLarge'],
])('problemOf(%s of type %s and %d bytes) is %s', (...given) => {
  const [name, type, size, problem] = given;
  expect(problemOf({ name, type, size })).toBe(problem);
});

test('fitted shrinks photos and never enlarges them', () => {
  expect(fitted(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(fitted(900, 3200)).toEqual({ width: 450, height: 1600 });
  expect(fitted(640, 480)).toEqual({ width: 640, height: 480 });
});
