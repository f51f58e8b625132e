import { DrawnIcon, strokes as common } from '../ui/icon.tsx';

const strokes = {
  directions: common.directions,
  share: 'M12 15V3.5M7.5 7.5 12 3l4.5 4.5M5 12v8h14v-8',
  play: 'M8 5.5v13l10.5-6.5z',
  check: 'M5 12.5 10 17.5 19.5 7',
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
} as const;

/** Icons that only pages of places need; like the others, hidden from screen readers. */
export function PlaceIcon({ name }: { readonly name: keyof typeof strokes }) {
  return <DrawnIcon path={strokes[name]} />;
}
