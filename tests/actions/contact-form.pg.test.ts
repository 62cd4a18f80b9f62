import { afterAll, beforeAll, expect, test } from 'vitest'
import { openForm, sendAsVisitor } from '../../src/actions/contact.online.ts'
import { CONTACT_FORM_MIN_MS } from '../../src/domain/contact.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { valueOf } from '../sync/support/provider-phone.ts'
import { createTestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

test('after the clock was set back a message waits for seconds, with a form of its own', async () => {
  let now = provider.clock.now()
  const clock = { now: () => now }
  const fetch = (request: Request) => Promise.resolve(provider.app.fetch(request))
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  const phone = { ...createTestPhone({ fetch, clock }), wait }
  const first = valueOf(await openForm(phone))
  now -= 5 * HOUR_MS
  const message = {
    topic: 'contact',
    name: 'Awa',
    company: '',
    email: 'awa@example.test',
    text: 'Is there a car park?',
  } as const
  await sendAsVisitor({ ...message, website: '' }, phone)
  expect(Math.max(...waits)).toBeLessThanOrEqual(CONTACT_FORM_MIN_MS)
  expect(valueOf(await openForm(phone)).token).not.toBe(first.token)
})
