import { noAnswer } from './log-errors.ts';

/** The client leaves deadlines to the server, which may be silent. How late work ends concerns nobody. @throws Timeout */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(noAnswer());
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
