import { type KeyboardEvent, useState } from 'react';

export type Combobox = {
  readonly isOpen: boolean;
  /** The index of the option that Enter chooses; -1 while that is none, as after every change. */
  readonly active: number;
  readonly setOpen: (open: boolean) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
};

/** The keys of a field with a list of so many options: arrows, Enter and Escape. */
export function useCombobox(options: number, choose: (index: number) => void): Combobox {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);

  const setOpen = (open: boolean) => {
    setIsOpen(open);
    setActive(-1);
  };
  const move = (step: 1 | -1) => {
    // The field itself is one of the stops.
    const stops = options + 1;
    setIsOpen(true);
    setActive(((active + 1 + step + stops) % stops) - 1);
  };
  const handleKey = (event: KeyboardEvent) => {
    const isShown = isOpen && options > 0;
    if (event.key === 'ArrowDown' && options > 0) move(1);
    else if (event.key === 'ArrowUp' && options > 0) move(-1);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Enter' && isShown && active >= 0) {
      setOpen(false);
      choose(active);
    } else return;
    event.preventDefault();
  };
  return { isOpen, active, setOpen, handleKey };
}
