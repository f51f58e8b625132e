export const resultsMapTexts = {
  label: 'Map of the results',
  failed: "The map couldn't be loaded. All places are in the list.",
  withoutStreets:
    'This map shows no streets. The page of each place has its address and links to street maps.',
  skip: 'Skip the map',
  pin: (name: string, kind: string) => `${name}, ${kind}`,
  cluster: (places: number) => `${places} places. Zoom in`,
  stack: (places: number) => `${places} places at one pin`,
  search: 'Search this area',
  chosen: 'Chosen on the map',
  close: 'Close',
  withoutPin: (places: number) =>
    places === 1 ? '1 place has no pin.' : `${places} places have no pin.`,
  showWithoutPin: 'Show in the list',
};
