/** The script most letters of a text are written in, which tells how to compare it. Kana makes Han text Japanese. */
export type Script = 'latin' | 'cyrillic' | 'zh' | 'ja' | 'ko' | 'other'
