import icon from '../../shared/ui/icon.module.css';

/** Strokes in a square of 24, only needed here. */
const strokes = {
  home: 'M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  main: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  add: 'M12 5v14M5 12h14',
  businesses: 'M4 10h16l-1.5-5h-13zM5.5 10v9.5h13V10M10 19.5V14h4v5.5',
  analytics: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

export type MenuIconName = keyof typeof strokes;

/** Always beside a text that says the same, seen or heard. */
export function MenuIcon({ name }: { readonly name: MenuIconName }) {
  return (
    <svg className={icon.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
