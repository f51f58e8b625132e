import { expect, test } from 'vitest';
import { readableAddress, streetOf } from './address.ts';

test.each([
  [
    'LOT NO. 4, STESEN LRT MASJID JAMEK, JALAN MELAKA, 50100 KUALA LUMPUR',
    'Lot No. 4, Stesen LRT Masjid Jamek, Jalan Melaka, 50100 Kuala Lumpur',
  ],
  ['B2-8, JLN 11/108C, KL ECO CITY', 'B2-8, Jln 11/108C, KL Eco City'],
  ["2, JALAN DATO' SENU, KUALA LUMPUR", "2, Jalan Dato' Senu, Kuala Lumpur"],
])('%s in capitals is shown as %s', (shouted, readable) => {
  expect(readableAddress(shouted)).toBe(readable);
});

test.each(['19, Jalan Mesui, 50200 Kuala Lumpur', 'KLCC', 'ABU 12', '50300'])(
  '%s stays as it is',
  (address) => {
    expect(readableAddress(address)).toBe(address);
  },
);

test.each([
  ['19, Jalan Mesui, 50200 Kuala Lumpur', '19 Jalan Mesui'],
  ['No: 12A, Jalan Danau Niaga 1,Taman Danau Kota,53300 Kuala Lumpur.', '12A Jalan Danau Niaga 1'],
  ['No.145 E(Ground Floor), Jalan Sungai Besi, 57100 Kuala Lumpur.', 'Jalan Sungai Besi'],
  ['Lot C-16, Intermark Mall, 348, JALAN TUN RAZAK, 50400', '348 JALAN TUN RAZAK'],
  ['K01, PLATFORM LEVEL STESEN PASAR SENI JALAN SULTAN MUHAMED', 'Jalan Sultan Muhamed'],
  ['No 12, Jalan Mesui', '12 Jalan Mesui'],
  ['No.12, Jalan Mesui', '12 Jalan Mesui'],
  ['Blok A12, Jalan Mesui', 'Jalan Mesui'],
  ['5, 12 Jalan Mesui, 50200 Kuala Lumpur', '12 Jalan Mesui'],
  ['12 ,  Jalan   Raja  Muda Musa ;50300 KL', '12 Jalan Raja Muda Musa'],
  ['.. - Plaza Rah - .., Kuala Lumpur', 'Plaza Rah'],
  ['Times 89 Business Plaza, Kuala Lumpur', 'Times 89 Business Plaza'],
  ['KL Sentral, Kuala Lumpur, Malaysia', 'KL Sentral'],
])('the street of %s is %s', (address, street) => {
  expect(streetOf(address)).toBe(street);
});

test.each([null, '', '50300 Kuala Lumpur', 'Lot 10, 51200', 'Kuala Lumpur, Selangor'])(
  '%j names no street',
  (address) => {
    expect(streetOf(address)).toBeNull();
  },
);
