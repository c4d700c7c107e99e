/**
 * The characters of scripts without blanks between words, for use inside a character class of a pattern with the `u`
 * flag. The one list: every table of characters is made from it. Unicode assigns `ー` and `〆` to no script.
 */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆`
