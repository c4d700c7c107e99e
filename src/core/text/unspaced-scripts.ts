/**
 * The characters of scripts written without blanks between words, to stand inside a character class of a pattern with the
 * `u` flag. The one list: every table of characters is made from it. Unicode gives `ー` and `〆` to no script.
 */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆`
