/** How often a crash test kills: a few times in every run of the tests, 200 times by `npm run crash`. */
export function crashRounds(usual: number): number {
  return Number(process.env['CRASH_ROUNDS'] ?? usual);
}
