import { expect, test } from 'vitest'
import { toPlainText, withoutInvisible } from '../../src/lib/plain-text.ts'

test.each([
  ['  Awa   Ndiaye \n', 'Awa Ndiaye'],
  ['A\u0000\u0007wa', 'A wa'],
  ['\u202eمحمد علي\u202c', 'محمد علي'],
  ['line\u2028line\r\nline', 'line line line'],
  ['e\u0301', 'é'],
  ['Family 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Family 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['نامه\u200cای', 'نامه\u200cای'],
])('%j is kept as %j', (typed, kept) => {
  expect(toPlainText(typed)).toBe(kept)
})

test.each(['', '   ', '\u200b\u200e', '\u202e\u202c', '\u0007\n', '\u00ad\ufeff'])(
  '%j shows nothing, so it is empty',
  (typed) => {
    expect(toPlainText(typed)).toBe('')
  },
)

test('what nobody sees is taken out of codes, plates and numbers', () => {
  expect(withoutInvisible('\u202aK7QM\u200b-4T2P\u202c\u0007')).toBe('K7QM-4T2P')
})
