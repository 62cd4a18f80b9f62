import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_FORM_MAX_MS, CONTACT_FORM_MIN_MS, CONTACT_TEXT_MAX } from '../../src/domain/contact.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { readAccount } from '../../provider/repositories/account-export.ts'
import { forgetMessages, sendContactMails } from '../../provider/services/contact.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let seen = 0
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  await provider.deps.db.query('delete from contact_messages')
  seen = provider.mails.length
  await provider.deps.db.query('delete from attempts')
})

const BODY = {
  topic: 'demo',
  name: 'Awa Ndiaye',
  email: 'awa@parc.example',
  company: 'Parc Sud',
  text: 'Two car parks.',
}

const write = async (driver: TestDriver, body: unknown, key = newKey()): Promise<Response> =>
  provider.request('POST', '/api/v1/contact', { token: await driver.token(), key, body })
const writeAsVisitor = (body: unknown): Promise<Response> =>
  provider.request('POST', '/api/v1/contact/visitor', { body })

async function openForm(): Promise<string> {
  const answer = await provider.request('GET', '/api/v1/contact/form', {})
  return (await readJson<{ data: { form_token: string } }>(answer)).data.form_token
}
/** Returns the token of a form open for as long as a person needs to fill it in. */
async function filledForm(): Promise<string> {
  const token = await openForm()
  provider.clock.advance(CONTACT_FORM_MIN_MS)
  return token
}

const inbox = async () => {
  await sendContactMails(provider.deps)
  return provider.mails.slice(seen).filter(({ to }) => to === provider.deps.config.contactEmail)
}

describe('a message of a driver', () => {
  it('reaches the inbox once for one key, with whom to answer', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    expect((await write(driver, BODY, key)).status).toBe(201)
    expect((await write(driver, BODY, key)).headers.get('idempotent-replayed')).toBe('true')
    expect(await inbox()).toMatchObject([
      {
        subject: 'Demo request from Awa Ndiaye',
        replyTo: 'awa@parc.example',
        text: 'Name: Awa Ndiaye\nReply to: awa@parc.example\nCompany: Parc Sud\n\nTwo car parks.\n',
      },
    ])
    expect(await inbox()).toHaveLength(1)
  })

  it('is read in the language that it was written in, line by line', async () => {
    const driver = await createDriver(provider)
    const body = {
      topic: 'contact',
      name: 'Élise',
      email: ' elise@parc.example ',
      text: 'Bonjour,\r\n\r\n\n\nmerci\u202e ',
    }
    const answer = await provider.request('POST', '/api/v1/contact', {
      ...{ token: await driver.token(), key: newKey(), body },
      headers: { 'accept-language': 'fr' },
    })
    expect(answer.status).toBe(201)
    expect(await inbox()).toMatchObject([
      {
        subject: 'Message de Élise',
        text: 'Nom\u00a0: Élise\nRépondre à\u00a0: elise@parc.example\n\nBonjour,\n\nmerci\n',
      },
    ])
  })

  it.each([
    ['a line break in the name', { name: 'Awa\r\nBcc: all@parc.example' }],
    ['another line sign in the name', { name: 'Awa\u2028Bcc: all@parc.example' }],
    ['a line break in the address', { email: 'awa@parc.example\nBcc: all@parc.example' }],
    ['two addresses', { email: 'awa@parc.example, all@parc.example' }],
    ['a line break in the company', { company: 'Parc\nSubject: won' }],
    ['an address that is none', { email: 'awa' }],
    ['no words', { text: ' \n\u202e ' }],
    ['too many words', { text: 'x'.repeat(CONTACT_TEXT_MAX + 1) }],
    ['a topic that is none', { topic: 'spam' }],
    ['the field that nobody sees', { website: 'https://won.example' }],
  ])('is refused for %s, and nothing is mailed', async (_what, wrong) => {
    const driver = await createDriver(provider)
    await expectRefusal(await write(driver, { ...BODY, ...wrong }), 422, 'validation_failed')
    const token = await filledForm()
    await expectRefusal(await writeAsVisitor({ ...BODY, ...wrong, form_token: token }), 422, 'validation_failed')
    expect(await inbox()).toEqual([])
  })

  it('waits after five in an hour, while another driver writes', async () => {
    const driver = await createDriver(provider)
    for (let count = 0; count < 5; count += 1) expect((await write(driver, BODY)).status).toBe(201)
    await expectRefusal(await write(driver, BODY), 429, 'rate_limited')
    expect((await write(await createDriver(provider), BODY)).status).toBe(201)
    provider.clock.advance(HOUR_MS)
    expect((await write(driver, BODY)).status).toBe(201)
  })

  it('is part of the export, and goes with the account', async () => {
    const driver = await createDriver(provider)
    await write(driver, BODY)
    const { messages } = await readAccount(provider.deps.db, driver.userId)
    expect(messages).toMatchObject([{ topic: 'demo', text: 'Two car parks.' }])
    await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, TEST_NOW))
    expect(await inbox()).toEqual([])
  })

  it('is forgotten 90 days after it was mailed, and never before', async () => {
    await write(await createDriver(provider), BODY)
    expect(await forgetMessages(provider.deps.db, TEST_NOW + 91 * DAY_MS)).toBe(0)
    expect(await inbox()).toHaveLength(1)
    expect(await forgetMessages(provider.deps.db, TEST_NOW + 89 * DAY_MS)).toBe(0)
    expect(await forgetMessages(provider.deps.db, TEST_NOW + 91 * DAY_MS)).toBe(1)
  })
})

describe('a message of a visitor', () => {
  it('reaches the inbox once, also when it is sent again', async () => {
    const body = { ...BODY, form_token: await filledForm() }
    const answers = await Promise.all([writeAsVisitor(body), writeAsVisitor(body)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await expectRefusal(await writeAsVisitor({ ...body, text: 'Buy now' }), 422, 'idempotency_key_reused')
    expect(await inbox()).toHaveLength(1)
  })

  it('is refused without a form of ours: made up, signed for another, or a day old', async () => {
    const [token, other] = [await filledForm(), await openForm()]
    const swapped = `${token.split('.')[0] ?? ''}.${other.split('.')[1] ?? ''}`
    for (const wrong of [swapped, 'x.y', '', `${token}0`])
      await expectRefusal(await writeAsVisitor({ ...BODY, form_token: wrong }), 422, 'validation_failed')
    await expectRefusal(await writeAsVisitor(BODY), 422, 'validation_failed')
    provider.clock.advance(CONTACT_FORM_MAX_MS)
    await expectRefusal(await writeAsVisitor({ ...BODY, form_token: token }), 422, 'validation_failed')
  })

  it('waits when it comes faster than anybody types', async () => {
    const token = await openForm()
    await expectRefusal(await writeAsVisitor({ ...BODY, form_token: token }), 429, 'rate_limited')
    provider.clock.advance(CONTACT_FORM_MIN_MS)
    expect((await writeAsVisitor({ ...BODY, form_token: token })).status).toBe(201)
  })

  it('waits after five of one network in an hour, with as many forms as it likes', async () => {
    const tokens = await Promise.all(Array.from({ length: 7 }, openForm))
    provider.clock.advance(CONTACT_FORM_MIN_MS)
    const answers = await Promise.all(tokens.map((token) => writeAsVisitor({ ...BODY, form_token: token })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(await inbox()).toHaveLength(5)
  })
})
