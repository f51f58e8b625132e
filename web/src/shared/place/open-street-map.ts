/** Whether data under this licence must be shown with the credit "© OpenStreetMap contributors". */
export function needsOpenStreetMapCredit(licence: string | null): boolean {
  return licence !== null && /odbl|openstreetmap/i.test(licence);
}

export const openStreetMapCopyright = 'https://www.openstreetmap.org/copyright';
