/** A Han character or kana. */
export const EAST_ASIAN = /[\u3040-\u9fff]/

/** The words in katakana of a text, each whole: スト is not in テスト. */
export function katakanaIn(text: string): readonly string[] {
  return text.match(/[\p{sc=Katakana}ー]+/gu) ?? []
}
