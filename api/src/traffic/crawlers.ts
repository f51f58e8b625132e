import { isbot } from 'isbot';

/** Tools that anybody may drive: that one was used says nothing of who drove it. A browser without a window is one, too. */
const generalTool = /^(node|undici|axios|curl|wget|python-requests)\b/i;

/** Most visits come with one of a few names, and looking one up in the list of crawlers takes longer than all else here. */
const known = new Map<string, boolean>();
const maxKnown = 1_000;

/** Whether the program that asks says of itself that it is a crawler, a link preview or the like. */
export function isCrawler(userAgent: string): boolean {
  const before = known.get(userAgent);
  if (before !== undefined) return before;
  if (known.size >= maxKnown) known.clear();
  const result =
    !generalTool.test(userAgent) && isbot(userAgent.replace('HeadlessChrome', 'Chrome'));
  known.set(userAgent, result);
  return result;
}
