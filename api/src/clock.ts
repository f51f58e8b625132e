/** Tells the time; a test's tells what it is told to. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
