import { act } from '@testing-library/react';

/** An answer of the network that comes when the test says so. */
export function lateAnswer() {
  let answer: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const arrive = (status = 200, body: object = {}) =>
    act(async () => {
      answer(Response.json(body, { status }));
      await promise;
    });
  return { promise, arrive };
}
