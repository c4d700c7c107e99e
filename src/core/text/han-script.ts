/**
 * Characters that exist in only one of the two scripts, by descending frequency. Source: the pairs of the Unihan
 * database (kTraditionalVariant) among the 500 most frequent characters of news, without ambiguous ones such as 后, 里
 * and 面.
 */
const traditional = new Set(
  '國會來時們這說為過對學發經於種進動現開實從關產無機應電務長東問將間體與書總樣報員連區計業導後張義當點見設聞車廠達億萬縣灣島陸貿風險網護檢變歲數據專稱價錢銷',
)
const simplified = new Set(
  '国会来时们这说为过对学发经于种进动现开实从关产无机应电务长东问将间体与书总样报员连区计业导张义当点见设闻车厂达亿万县湾岛陆贸风险网护检变岁数据专称价钱销',
)

/** Traditional or simplified Chinese, by characters that only one of them has; null when there are none. */
export function hanScript(text: string): 'Hant' | 'Hans' | null {
  let lean = 0
  for (const character of text) {
    if (traditional.has(character)) lean += 1
    else if (simplified.has(character)) lean -= 1
  }
  if (lean === 0) return null
  return lean > 0 ? 'Hant' : 'Hans'
}
