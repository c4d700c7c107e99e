import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

describe('splitSentences', () => {
  test.each<[string, string | null, string[]]>([
    ['ends at a full stop', 'en', ['The harbour reopened.', 'Ships queued outside.']],
    ['keeps titles with their names', 'en', ['Dr. Lin met Mrs. Ortega.', 'They agreed.']],
    ['keeps initials with their names', 'en', ['George W. Bush and J. K. Rowling met.', 'It rained.']],
    [
      'keeps decimals, amounts and addresses whole',
      'en',
      ['Rates rose 0.25 points to 3.5%.', 'See a.example/x.y today.'],
    ],
    ['keeps U.S. within a sentence', 'en', ['The U.S. Senate voted on the U.S. budget.', 'The vote was close.']],
    ['ends after U.S. before a word that begins sentences', 'en', ['He left the U.S.', 'The visit was short.']],
    [
      'keeps Inc. with what follows, but ends before The',
      'en',
      ['Acme Inc. Chairman Wu resigned from Acme Inc.', 'The board met.'],
    ],
    ['keeps No. 5 together', 'en', ['Reactor No. 5 stopped.', 'Two others run.']],
    ['goes on after a question inside quotes', 'en', ['“Will it hold?” asked the mayor.', 'Nobody knew.']],
    ['does not tear a quotation', 'en', ['“We lost. We will be back,” she said.', 'The crowd cheered.']],
    ['does not tear a quotation in straight marks', 'en', ['"It is over. Go home," he said.', 'They went.']],
    [
      'does not tear British quotation marks, nor mind apostrophes',
      'en',
      ['‘I can’t say. Ask them,’ he said.', 'They didn’t answer.'],
    ],
    ['ends after a quoted sentence', 'en', ['“We won.”', 'The mayor left.']],
    ['ends at question marks, exclamation marks and dots', 'en', ['Why now?', 'Because!', 'And then…', 'Nothing.']],
    ['keeps what stands in brackets together', 'en', ['The law (passed in May. See below) holds.', 'It expires soon.']],
    [
      'keeps German ordinals and abbreviations',
      'de',
      ['Am 3. Oktober tagte z. B. der Rat unter Dr. Kern.', 'Die Sitzung dauerte lang.'],
    ],
    ['does not tear German quotations', 'de', ['„Wir bauen. Jetzt“, sagte er.', 'Das Werk kostet 2 Mrd. Euro.']],
    [
      'keeps French titles and guillemets',
      'fr',
      ['M. Dupont a dit : « Nous partons. Demain. »', 'Le train était vide.'],
    ],
    ['ends Chinese sentences without blanks', 'zh', ['台北今天下大雨。', '學校停課！', '何時復課？', '尚未決定。']],
    ['keeps a Chinese quotation with its speaker', 'zh', ['「我們會重建。不會放棄。」市長說。', '工程明年開始。']],
    ['ends with a quotation that a colon announced', 'zh', ['市長說：「太久了。現在有了日期。」', '捷運局正在測試。']],
    ['follows nested Chinese marks', 'zh', ['據他所說「她喊『快走！』就跑了。」大家愣住。', '事後無人受傷。']],
    ['keeps Yahoo！ as a name', 'zh', ['Yahoo！奇摩今天宣布調整服務。', '用戶不受影響。']],
    ['keeps a Japanese quotation with と述べた', 'ja', ['首相は「対応する。急ぐ。」と述べた。', '会議は続く。']],
    ['keeps Japanese brackets inside', 'ja', ['東京（人口が多い。）で地震があった。', '津波の心配はない。']],
  ])('%s', (_fact, language, sentences) => {
    const blank = language === 'zh' || language === 'ja' ? '' : ' '
    expect(splitSentences(sentences.join(blank), language)).toEqual(sentences)
  })

  test.each([
    [
      'a paragraph ends a sentence, with a full stop or without',
      'A heading\n\nA sentence.',
      ['A heading', 'A sentence.'],
    ],
    ['a line ends one too', 'Jane Doe\nHelsinki', ['Jane Doe', 'Helsinki']],
    [
      'a line that goes on in lower case was only wrapped',
      'The bridge was\nclosed. It rained.',
      ['The bridge was\nclosed.', 'It rained.'],
    ],
    [
      'a quotation that never closes is not followed',
      'He said “no. She left. It rained.',
      ['He said “no.', 'She left.', 'It rained.'],
    ],
    [
      'a number before a list item is no sentence',
      '1. Open the door. 2. Close it.',
      ['1. Open the door.', '2. Close it.'],
    ],
    ['an empty text has none', ' \n ', []],
  ])('%s', (_fact, text, sentences) => expect(splitSentences(text, 'en')).toEqual(sentences))

  test.each([
    ['closing marks', '.', '»', 'x'],
    ['dots', '', '.', 'x'],
    ['initials', '', 'A. ', 'b'],
    ['opening marks', '', '「', '。'],
    ['letters', '', 'a', ' . b'],
  ])('a long run of %s is read as fast as any text', (_fact, start, run, end) => {
    const text = `${start}${run.repeat(20_000)}${end}`
    expect(splitSentences(text, 'en').join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })

  test('sentences are pieces of the text, in order, and lose nothing but white space', () => {
    const piece = fc.constantFrom(
      'Mr. Wu',
      'went.',
      '“Yes.',
      'No.”',
      '「好。',
      '」',
      '他說。',
      '\n',
      '3.5',
      '!',
      '?',
      'b',
      '(',
      '…',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('en', 'de', 'zh', null), (pieces, language) => {
        const text = pieces.join(' ')
        const sentences = splitSentences(text, language)
        expect(sentences.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const sentence of sentences) expect(text).toContain(sentence)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
