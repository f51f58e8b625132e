import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '../log-failure.ts';
import { PhotoRefused, preparePhoto, type Photo, type PhotoProblem } from './photo.ts';

export type TakePhoto = ReturnType<typeof useTakePhoto>;

/** Prepares what is chosen; only the last choice counts, and none after the page is left. */
export function useTakePhoto(onChoose: (photo: Photo | null) => void) {
  const [problem, setProblem] = useState<PhotoProblem | null>(null);
  const [isWorking, setWorking] = useState(false);
  const choices = useRef(0);
  const choose = useCallback(() => {
    choices.current += 1;
    return choices.current;
  }, []);
  useEffect(
    () => () => {
      choose();
    },
    [choose],
  );

  const prepare = async (file: File) => {
    const choice = choose();
    setProblem(null);
    setWorking(true);
    const prepared = await tryToPrepare(file);
    if (choice !== choices.current) return;
    if (typeof prepared === 'string') setProblem(prepared);
    else onChoose(prepared);
    setWorking(false);
  };

  return {
    isWorking,
    problem,
    take: (file: File | undefined) => {
      if (file) void prepare(file);
    },
    remove: () => {
      choose();
      setProblem(null);
      setWorking(false);
      onChoose(null);
    },
  };
}

async function tryToPrepare(file: File): Promise<Photo | PhotoProblem> {
  try {
    return await preparePhoto(file);
  } catch (failure) {
    logFailure('The photo could not be prepared', failure);
    return failure instanceof PhotoRefused ? failure.problem : 'damaged';
  }
}
