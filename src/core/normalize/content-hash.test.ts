import { describe, expect, test } from 'vitest'
import { contentHash } from './content-hash.ts'

const title = 'Harbour bridge closed'
const story = 'Divers look at the second pier.'

describe('contentHash', () => {
  test.each([
    'Updated',
    'update',
    'Last updated',
    'First published',
    'Last modified',
    'Posted on',
    'Aktualisiert um',
    'Stand:',
    'Mis à jour le',
    'Modifié à',
    'Publié le',
    'Actualizado',
    'Última actualización',
    'Publicado',
    'Aggiornato',
    'Atualizado',
    'Обновлено',
    'Опубликовано',
    '更新日時',
    '更新',
    '업데이트',
    '수정',
    '입력',
  ])('stays the same when only the time behind "%s" changes', (label) =>
    expect(contentHash(title, `${story} ${label} 10:05`)).toBe(
      contentHash(title, `${story} ${label} 15.11.2026 11:30`),
    ),
  )

  test.each([
    ['a time without such a word', 'Meeting at 10:05', 'Meeting at 11:30'],
    ['a word that only begins like one', 'Updates 10:05', 'Updates 11:30'],
    ['a number behind another word', 'Updated rules for 10 ports', 'Updated rules for 11 ports'],
    ['"last" before a word of another language', 'last aktualisiert 10:05', 'aktualisiert 10:05'],
  ])('changes with %s', (_fact, one, other) => expect(contentHash(title, one)).not.toBe(contentHash(title, other)))

  test('takes the words before a label with it', () =>
    expect(contentHash(title, `${story} Last updated 10:05`)).toBe(contentHash(title, `${story} Updated 10:05`)))
})
