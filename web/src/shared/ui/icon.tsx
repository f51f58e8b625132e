import ui from './ui.module.css';

/** Paths in a view box of 24 by 24. */
export const strokes = {
  pin: 'M12 21.5c4.5-4.8 7-8.4 7-11.5a7 7 0 0 0-14 0c0 3.1 2.5 6.7 7 11.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.1M4 12h.1M4 18h.1',
  filter: 'M4 7h16M7 12h10M10 17h4',
  cross: 'M6 6l12 12M18 6 6 18',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  heart: 'M12 20C5 14.5 3 11.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5c0 3-2 6-9 11.5z',
  near: 'M21 3 3 10.5l7.5 3L13.5 21z',
  directions: 'M9 4 3 6.5v14L9 18l6 2.5 6-2.5V4l-6 2.5zM9 4v14M15 6.5v14',
} as const;

/** Hidden from screen readers, as it is always beside a text. */
export function Icon({ name }: { readonly name: keyof typeof strokes }) {
  return <DrawnIcon path={strokes[name]} />;
}

export function DrawnIcon({ path }: { readonly path: string }) {
  return (
    <svg className={ui.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
