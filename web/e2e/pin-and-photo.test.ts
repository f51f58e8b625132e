import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { JSHandle } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { photo } from '../../api/src/testing/images.ts';
import { openAsNewOwner, saveDraft } from './users.ts';
import {
  replaceVisitor,
  expectNoProblems,
  hasNoBrowser,
  open,
  setUpFixture,
  page,
  site,
  visitor,
} from './fixture.ts';

describe.skipIf(hasNoBrowser)('the pin and the photo of a business in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const expectValue = (label: string, value: string) =>
    expect.poll(() => field(label).inputValue()).toBe(value);
  const pin = () => page.locator('.leaflet-marker-icon');

  async function openStep2(email: string) {
    const { id } = await openAsNewOwner(page, site, email);
    await saveDraft(page, id, { reached: 2 });
    await page.route('**/api/geocode/reverse*', (route) =>
      route.fulfill({ json: { display_name: '7, Jalan Daud, Kampung Baru' } }),
    );
    await open('/form?step=2');
    await pin().waitFor();
    await expectValue('Latitude', '3.164500');
  }

  /** In pixels from the left and from the top of the map. */
  async function placeOfPin() {
    const on = await pin().boundingBox();
    const map = await page.locator('.leaflet-container').boundingBox();
    return { left: (on?.x ?? 0) - (map?.x ?? 0), top: (on?.y ?? 0) - (map?.y ?? 0) };
  }

  test('Use my location moves the pin and the address', async () => {
    const geolocation = { latitude: 3.1665, longitude: 101.7065 };
    await replaceVisitor({ geolocation, permissions: ['geolocation'] });
    await openStep2('sini@example.org');
    const before = await placeOfPin();
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expectValue('Latitude', '3.166500');
    await expectValue('Longitude', '101.706500');
    await expectValue('Address', '7, Jalan Daud, Kampung Baru');
    // At this zoom a thousandth of a degree is 23 pixels: north is up and east is right.
    await expect.poll(async () => (await placeOfPin()).left - before.left).toBeCloseTo(47, -1);
    await expect.poll(async () => (await placeOfPin()).top - before.top).toBeCloseTo(-47, -1);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 3 of 5').waitFor();
    await expectNoProblems();
  });

  test('the pin goes to where the map, which stays in its place, is clicked, and to where it is dragged', async () => {
    await openStep2('seret@example.org');
    const coordinates = async () =>
      [await field('Latitude').inputValue(), await field('Longitude').inputValue()].map(Number);
    const map = page.locator('.leaflet-container');
    await map.scrollIntoViewIfNeeded();
    const placeOfMap = await map.boundingBox();
    await map.click({ position: { x: 118, y: 147 } });
    await expect.poll(async () => (await placeOfPin()).left).toBeCloseTo(100, -1);
    await expect.poll(async () => (await placeOfPin()).top).toBeCloseTo(100, -1);
    await page.getByText('Address filled in from the map.').waitFor();
    await expect.poll(() => map.boundingBox()).toEqual(placeOfMap);
    const [latitude = 0, longitude = 0] = await coordinates();
    const { x = 0, y = 0 } = (await pin().boundingBox()) ?? {};
    await page.mouse.move(x + 18, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 65, y + 67, { steps: 5 });
    await page.mouse.up();
    // At this zoom a thousandth of a degree is 23 pixels.
    await expect.poll(async () => (await coordinates())[0]).toBeCloseTo(latitude - 0.002, 3);
    await expect.poll(async () => (await coordinates())[1]).toBeCloseTo(longitude + 0.002, 3);
    await expectNoProblems();
  });

  test('the zoom buttons can be touched easily and follow the colour scheme', async () => {
    await replaceVisitor({ colorScheme: 'dark' });
    await openStep2('gelap@example.org');
    const button = page.getByRole('button', { name: 'Zoom in' });
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect([width, height]).toEqual([44, 44]);
    const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(colour).toBe('rgb(28, 36, 30)');
  });

  test('Use my location without permission shows a message, and the pin stays', async () => {
    await replaceVisitor({ permissions: [] });
    await openStep2('rahsia@example.org');
    await page.getByRole('button', { name: 'Use my location' }).click();
    await page
      .getByRole('status')
      .getByText("We couldn't get your location.", { exact: true })
      .waitFor();
    await expectValue('Latitude', '3.164500');
    await expectValue('Address', '12, Jalan Raja Alang');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 3 of 5').waitFor();
    await expectNoProblems();
  });

  test('a dropped photo is shown and submitted, and another file is refused', async () => {
    const owner = await openAsNewOwner(page, site, 'seret@example.org');
    await saveDraft(page, owner.id);
    await open('/form?step=4');
    const place = page.getByText('Drop a photo here, or');
    // As phones write it: sideways, with a note that says so.
    const content = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await carry({ content, name: 'kopi.jpeg', type: 'image/jpeg' });
    const isWelcome = () =>
      place.evaluate(
        (element, dataTransfer) =>
          !element.dispatchEvent(
            new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }),
          ),
        image,
      );
    await expect.poll(isWelcome).toBe(true);

    const text = await carry({
      content: Buffer.from('kopi'),
      name: 'kopi.txt',
      type: 'text/plain',
    });
    await place.dispatchEvent('drop', { dataTransfer: text });
    await page.getByText('The selected file must be a JPEG, PNG or WebP image.').waitFor();
    visitor.ignoreProblem(/photo could not be prepared/);
    const part = await carry({
      content: content.subarray(0, content.length / 2),
      name: 'part.jpeg',
      type: 'image/jpeg',
    });
    await place.dispatchEvent('drop', { dataTransfer: part });
    await page.getByText('The selected file is damaged and cannot be read.').waitFor();
    await place.dispatchEvent('drop', { dataTransfer: image });
    await page.getByText(/^kopi\.jpg, \d+ KB$/).waitFor();
    const preview = page.getByAltText('Photo preview');
    const isUpright = () =>
      preview.evaluate(
        (image) => image instanceof HTMLImageElement && image.naturalHeight > image.naturalWidth,
      );
    await expect.poll(isUpright).toBe(true);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Confirm & Submit' }).click();
    await page.getByText('Data submitted successfully!').waitFor();
    const mine = await owner.client.get(`/api/businesses/userbusinesses/${owner.id}`);
    const [business] = mine as OwnBusinessResponse[];
    // By the browser, whose session may see it before it is approved.
    const type = await page.evaluate(
      async (address) => (await fetch(address)).headers.get('Content-Type'),
      `/uploads/${business?.imagePath ?? ''}`,
    );
    expect(type).toMatch(/^image\//);
    await expectNoProblems();
  });
});

type Dragged = { readonly content: Buffer; readonly name: string; readonly type: string };

/** A file that hangs on the mouse. */
function carry({ content, ...file }: Dragged): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ({ base64, name, type }) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { base64: content.toString('base64'), ...file },
  );
}
