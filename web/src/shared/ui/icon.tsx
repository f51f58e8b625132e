import styles from './ui.module.css';

/** Paths in a view box of 24 by 24. */
const strokes = {
  pin: 'M12 21.5c4.5-4.8 7-8.4 7-11.5a7 7 0 0 0-14 0c0 3.1 2.5 6.7 7 11.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.1M4 12h.1M4 18h.1',
  filter: 'M4 7h16M7 12h10M10 17h4',
  cross: 'M6 6l12 12M18 6 6 18',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  share: 'M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v8h14v-8',
  heart: 'M12 20C5 14.5 3 11.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5c0 3-2 6-9 11.5z',
  near: 'M21 3 3 10.5l7.5 3L13.5 21z',
  play: 'M8 5.5v13l10.5-6.5z',
  check: 'M5 12.5 10 17.5 19.5 7',
  leaf: 'M5 20C5 10 10 5 20 4c0 10-4 15-12 14M5 20c3-5 6-8 10-10',
  whatsapp:
    'M4 20.5l1.2-4.2A8.5 8.5 0 1 1 8.3 19.5zM9 8.2c-.7 3 3.7 7.5 6.8 6.8l.7-1.7-2.2-1-1 1.1c-1.2-.5-2.2-1.5-2.7-2.7l1.1-1-1-2.2z',
  phone:
    'M5 3.5h3.8l1.7 4.7-2.3 1.6a12 12 0 0 0 6 6l1.6-2.3 4.7 1.7V19a1.8 1.8 0 0 1-1.9 1.8C10.5 20.5 3.5 13.5 3.2 5.4A1.8 1.8 0 0 1 5 3.5z',
  website:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  facebook:
    'M13.5 21v-8h3l.5-3.5h-3.5V7.3c0-1.2.6-1.8 1.8-1.8H17V2.6c-4-.7-7 .6-7 4.3v2.6H7V13h3v8',
  instagram:
    'M7.5 3h9A4.5 4.5 0 0 1 21 7.5v9a4.5 4.5 0 0 1-4.5 4.5h-9A4.5 4.5 0 0 1 3 16.5v-9A4.5 4.5 0 0 1 7.5 3zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 6.8h.1',
  tiktok: 'M14 3v11.5a4 4 0 1 1-4-4M14 3c.3 2.8 2.2 4.7 5 5',
  onlineOrder: 'M4.5 8h15l-1 13h-13zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  directions: 'M9 4 3 6.5v14L9 18l6 2.5 6-2.5V4l-6 2.5zM9 4v14M15 6.5v14',
} as const;

export type IconName = keyof typeof strokes;

/** Hidden from screen readers: always beside a text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
