import { expect, test } from 'vitest'
import { findingsIn, messagesIn } from '../../scripts/i18n-check.ts'

const PO = `msgid ""
msgstr ""
"Language: fr\\n"

#: src/a.tsx
msgid "{count, plural, one {# park} other {# parks}}"
msgstr "{count, plural, one {# parking} other {# parkings}}"

msgid "Say \\"hello\\""
msgstr ""
"Dites "
"« bonjour »"

#~ msgid "old"
#~ msgstr "vieux"
`

test('messages are read with continued lines and escapes, without the header and obsolete ones', () => {
  expect(messagesIn(PO)).toEqual([
    {
      id: '{count, plural, one {# park} other {# parks}}',
      text: '{count, plural, one {# parking} other {# parkings}}',
    },
    { id: 'Say "hello"', text: 'Dites « bonjour »' },
  ])
})

test('an empty translation and a lost placeholder are findings', () => {
  const source = [
    { id: 'a', text: 'a' },
    { id: 'b', text: '{from} to <0>{to}</0>' },
    { id: 'c', text: 'until {0}' },
  ]
  const french = [
    { id: 'a', text: ' ' },
    { id: 'b', text: 'de {from} à {to}' },
    { id: 'c', text: 'jusqu’à {0}' },
  ]
  expect(findingsIn(source, french)).toEqual(['untranslated: a', 'placeholders differ: b / de {from} à {to}'])
})
