import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contactBody } from '../../src/contract/contact.ts'
import { entityKey, isQueueable, lineOf, type QueueableCommand } from '../../src/domain/commands.ts'
import { CONTACT_TEXT_MAX, toContactText } from '../../src/domain/contact.ts'

const MESSAGE: QueueableCommand = {
  kind: 'contact.send',
  topic: 'demo',
  name: 'Awa',
  email: 'awa@parc.example',
  company: null,
  text: 'Two car parks.',
}

test('a message is queued beside all other requests, in the line of its topic', () => {
  expect(isQueueable(MESSAGE)).toBe(true)
  expect(entityKey(MESSAGE)).toBe('message:demo')
  expect(lineOf({ ...MESSAGE, topic: 'contact' })).toBe('message:contact')
})

test('what the phone asks for is what the provider takes', () => {
  const { kind: _, ...body } = MESSAGE
  expect(v.is(contactBody, body)).toBe(true)
})

test.each([
  ['  one \r\n\r\n\r\n\r\n two\u202e \n', 'one\n\ntwo'],
  [' \n \u200b', ''],
  ['é'.normalize('NFD'), 'é'.normalize('NFC')],
])('%j is kept as %j', (typed, kept) => {
  expect(toContactText(typed)).toBe(kept)
})

test('a long message is refused and not cut', () => {
  expect(toContactText('x'.repeat(CONTACT_TEXT_MAX + 1))).toHaveLength(CONTACT_TEXT_MAX + 1)
})
