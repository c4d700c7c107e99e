/**
 * The n-grams by which `eld` tells languages apart, as a script that takes less to load: of fifty thousand n-grams many have the same
 * scores, which are written and kept once, and JSON is read faster than an object literal. A third of the time and of the
 * memory that stays, and 25 MB in place of 87 MB while it is loaded.
 */
export function packedNgrams({ ngrams, ...rest }) {
  const groups = new Map()
  for (const [ngram, scores] of Object.entries(ngrams)) {
    const key = JSON.stringify(scores)
    const group = groups.get(key) ?? [scores, []]
    group[1].push(ngram)
    groups.set(key, group)
  }
  const json = JSON.stringify([...groups.values()])
  return `const ngrams={};
for(const [scores,those] of JSON.parse(${JSON.stringify(json)}))for(const ngram of those)ngrams[ngram]=scores;
exports.ngramsData={...${JSON.stringify(rest)},ngrams};
`
}
