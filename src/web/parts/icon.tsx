/** Shapes of 24 by 24, drawn as lines. */
const SHAPES = {
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
  check: 'M4.5 12.5l5 5 10-11',
  out: 'M8 6h10v10M18 6L6 18',
  more: 'M12 5v14M5 12h14',
  less: 'M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  today: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  latest: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.5l3 2',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20 20',
  back: 'M14 6l-6 6 6 6',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1',
  close: 'M6 6l12 12M18 6L6 18',
  play: 'M8 5l11 7-11 7z',
  up: 'M6 14.5l6-6 6 6',
  down: 'M6 9.5l6 6 6-6',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  edit: 'M5 19h3.5L19 8.5 15.5 5 5 15.5z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
} as const

export type IconName = keyof typeof SHAPES

/** A small picture beside a word, or in its place where the button has a name of its own. */
export const Icon = ({ name, isFilled = false }: { readonly name: IconName; readonly isFilled?: boolean }) => (
  <svg class={isFilled ? 'icon is-filled' : 'icon'} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
)
