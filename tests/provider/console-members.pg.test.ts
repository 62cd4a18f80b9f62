import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMembers } from '../../provider/cli/members.ts'
import type { Invitation, Member } from '../../src/contract/console.ts'
import { codeOf, expectRefusal, lastCode, lastMail, otherCode, readJson, signUp } from './support/accounts.ts'
import { TestAuthenticator } from './support/test-authenticator.ts'
import {
  accept,
  askFactor,
  invite,
  makeMember,
  makeOrganisation,
  openConsole,
  openWith,
  type TestMember,
} from './support/test-console.ts'
import { newKey } from './support/test-driver.ts'
import { insertCodedPark, listNoted, mustOperate, operate } from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())

let count = 0
const address = (): string => `person-${String((count += 1))}@example.test`

const fieldsOf = async (answer: Response): Promise<readonly string[]> =>
  (await readJson<{ errors?: { field: string; code: string }[] }>(answer)).errors?.map(
    ({ field, code }) => `${field} ${code}`,
  ) ?? []

describe('invitations', () => {
  test('a link is accepted once, by the account of its address, and stored as a hash', async () => {
    const park = await insertCodedPark(provider)
    const company = await makeOrganisation(provider, [park.id])
    const email = address()
    const [invited, stranger] = [await signUp(provider, email), await signUp(provider, address())]
    const code = await invite(provider, company, { email })
    const rows = await provider.deps.db.query('select row_to_json(i)::text as row from operator_invitations i')
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(await fieldsOf(await accept(provider, stranger.access_token, code))).toEqual(['code invitation_invalid'])
    const both = await Promise.all([
      accept(provider, invited.access_token, code),
      accept(provider, invited.access_token, code),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await fieldsOf(await accept(provider, invited.access_token, code))).toEqual(['code invitation_used'])
    const members = await provider.deps.db.query('select 1 from operator_members where organisation_id = $1', [
      company.id,
    ])
    expect(members).toHaveLength(1)
  })

  test('an old link, one that was replaced and one that was withdrawn open nothing; nor does a made-up one', async () => {
    const company = await makeOrganisation(provider, [])
    const email = address()
    const { access_token: token } = await signUp(provider, email)
    const first = await invite(provider, company, { email })
    const second = await invite(provider, company, { email })
    expect(await fieldsOf(await accept(provider, token, first))).toEqual(['code invitation_invalid'])
    expect(await fieldsOf(await accept(provider, token, 'A'.repeat(43)))).toEqual(['code invitation_invalid'])
    provider.clock.advance(7 * 86_400_000)
    const { access_token: later } = await signUp(provider, address())
    expect(later).toBeTruthy()
    const again = await readJson<{ access_token: string }>(
      await provider.request('POST', '/api/v1/auth/login', {
        body: { identifier: email, password: 'a long garage door' },
      }),
    )
    expect(await fieldsOf(await accept(provider, again.access_token, second))).toEqual(['code invitation_invalid'])
  })

  test('nobody makes a company by themselves, nor adds themselves to one', async () => {
    const { access_token: token } = await signUp(provider, address())
    const { access_token: other } = await signUp(provider, address())
    const company = await makeOrganisation(provider, [])
    await expectRefusal(await askFactor(provider, token), 403, 'forbidden')
    await expectRefusal(
      await openWith(provider, token, { organisation_id: company.id, code: '000000' }),
      403,
      'forbidden',
    )
    for (const [method, path] of [
      ['POST', '/invitations'],
      ['GET', '/members'],
      ['POST', '/organisations'],
    ] as const) {
      const body = { email: 'me@example.test', role: 'owner' }
      const answer = await operate(provider, { key: other }, [method, path, method === 'GET' ? {} : { body }])
      expect([401, 404]).toContain(answer.status)
    }
    expect(await fieldsOf(await accept(provider, token, company.id))).toEqual(['code invitation_invalid'])
  })

  test('an owner invites, and not a second time whoever belongs already; nor themselves', async () => {
    const [park, foreign] = [await insertCodedPark(provider), await insertCodedPark(provider)]
    const company = await makeOrganisation(provider, [park.id])
    await makeOrganisation(provider, [foreign.id])
    const owner = await makeMember(provider, company, { email: address() })
    const email = address()
    const post = (body: object) => operate(provider, owner, ['POST', '/invitations', { body }])
    expect(await fieldsOf(await post({ email: owner.email.toUpperCase(), role: 'owner' }))).toEqual([
      'email already_member',
    ])
    expect(await fieldsOf(await post({ email, role: 'manager', parks: [foreign.code] }))).toEqual([
      'parks park_not_found',
    ])
    expect(await fieldsOf(await post({ email, role: 'owner', parks: [park.code] }))).toEqual(['parks invalid'])
    expect(await fieldsOf(await post({ email: 'x@example.test\r\nBcc: y@example.test', role: 'staff' }))).toEqual([
      'email invalid',
    ])
    const key = newKey()
    const request = { key, body: { email, role: 'manager', parks: [park.code.toLowerCase()] } }
    const before = provider.mails.length
    const sent = await operate(provider, owner, ['POST', '/invitations', request])
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect((await operate(provider, owner, ['POST', '/invitations', request])).status).toBe(201)
    const mail = await lastMail(provider, email)
    expect(provider.mails.length - before).toBe(1)
    expect(mail.text).toContain(`http://localhost:4173/operator#invitation=${String(mail.code)}`)
    const { items } = await mustOperate<{ items: Invitation[] }>(provider, owner, ['GET', '/invitations'])
    expect(items).toMatchObject([{ email, role: 'manager', parks: [{ code: park.code }] }])
    expect(JSON.stringify(await readJson(sent))).not.toContain(String(mail.code))
    const gone = items[0]?.invitation_id ?? ''
    await mustOperate(provider, owner, ['PATCH', `/invitations/${gone}`, { body: { active: false } }])
    const { access_token: token } = await signUp(provider, email)
    expect(await fieldsOf(await accept(provider, token, String(mail.code)))).toEqual(['code invitation_invalid'])
    expect(await listNoted(provider, owner)).toEqual([`invitation.withdraw ${gone}`, `member.invite ${gone}`])
    const noted = await provider.deps.db.query('select details::text as d from operator_changes')
    expect(JSON.stringify(noted)).not.toContain(email)
  })
})

describe('the second factor', () => {
  test('a code by email opens the console once, where it was asked for; five wrong ones use it up', async () => {
    const company = await makeOrganisation(provider, [])
    const email = address()
    const { access_token: driver } = await signUp(provider, email)
    await accept(provider, driver, await invite(provider, company, { email }))
    const member = await openConsole(provider, { email, driver }, company)
    const code = await lastCode(provider, email)
    const body = { organisation_id: company.id, code }
    await expectRefusal(await openWith(provider, driver, body), 422, 'code_invalid')
    provider.clock.advance(31_000)
    await askFactor(provider, driver)
    await expectRefusal(await askFactor(provider, driver), 429, 'rate_limited')
    const right = await lastCode(provider, email)
    const elsewhere = await readJson<{ access_token: string }>(
      await provider.request('POST', '/api/v1/auth/login', {
        body: { identifier: email, password: 'a long garage door' },
      }),
    )
    await expectRefusal(await openWith(provider, elsewhere.access_token, { ...body, code: right }), 422, 'code_invalid')
    const wrong = { ...body, code: otherCode(right) }
    await Promise.all(Array.from({ length: 5 }, () => openWith(provider, driver, wrong)))
    await expectRefusal(await openWith(provider, driver, { ...body, code: right }), 422, 'code_invalid')
    expect((await operate(provider, member, ['GET', '/key'])).status).toBe(200)
    // A console token does not work for a driver's routes, nor a driver's token for the console.
    await expectRefusal(await provider.request('GET', '/api/v1/wallet', { token: member.key }), 401, 'token_invalid')
    await expectRefusal(await operate(provider, { key: driver }, ['GET', '/key']), 401, 'token_invalid')
  })

  test('an account with a passkey needs it: a code is not asked for, and one of before does not do', async () => {
    const company = await makeOrganisation(provider, [])
    const email = address()
    const { access_token: first } = await signUp(provider, email)
    await accept(provider, first, await invite(provider, company, { email }))
    const ask = (method: string, rest: string, body?: object) =>
      provider.request(method, `/api/v1/auth/passkeys${rest}`, { token: first, ...(body && { body }) })
    const begun = await readJson<{ data: { challenge: string } }>(await ask('POST', '/options', {}))
    const key = new TestAuthenticator()
    const response = key.create({ challenge: begun.data.challenge })
    expect((await ask('POST', '', { name: 'Phone', response })).status).toBe(201)
    const organisation_id = company.id
    // On its first day a passkey is no second factor: anyone who stole a fresh session could have added it.
    provider.clock.advance(86_400_000 - 60_000)
    const again = await provider.request('POST', '/api/v1/auth/login', {
      body: { identifier: email, password: 'a long garage door' },
    })
    const { access_token: driver } = await readJson<{ access_token: string }>(again)
    await askFactor(provider, driver)
    const code = await lastCode(provider, email)
    provider.clock.advance(60_000)
    await expectRefusal(await openWith(provider, driver, { organisation_id, code }), 422, 'passkey_invalid')
    const challengeOf = async (): Promise<string> =>
      (
        await readJson<{ data: { options: { challenge: string; allowCredentials: object[] } } }>(
          await askFactor(provider, driver),
        )
      ).data.options.challenge
    const stranger = new TestAuthenticator()
    await expectRefusal(
      await openWith(provider, driver, {
        organisation_id,
        response: stranger.sign({ challenge: await challengeOf() }),
      }),
      422,
      'passkey_invalid',
    )
    const signed = key.sign({ challenge: await challengeOf(), counter: 2 })
    expect((await openWith(provider, driver, { organisation_id, response: signed })).status).toBe(201)
    await expectRefusal(await openWith(provider, driver, { organisation_id, response: signed }), 422, 'passkey_invalid')
  })
})

describe('sessions of the console', () => {
  const isOpen = async (member: TestMember): Promise<boolean> =>
    (await operate(provider, member, ['GET', '/key'])).status === 200

  test('one ends an hour after its last use, twelve hours after its begin, and when it is signed out', async () => {
    const company = await makeOrganisation(provider, [])
    const member = await makeMember(provider, company, { email: address() })
    for (let hour = 0; hour < 12; hour += 1) {
      provider.clock.advance(59 * 60_000)
      expect([hour, await isOpen(member)]).toEqual([hour, true])
    }
    provider.clock.advance(59 * 60_000)
    expect(await codeOf(await operate(provider, member, ['GET', '/key']))).toBe('token_expired')
    const other = await makeMember(provider, company, { email: address() })
    expect((await provider.request('DELETE', '/api/v1/console/session', { token: other.key })).status).toBe(204)
    expect(await isOpen(other)).toBe(false)
  })

  test('one ends with the driver’s own session, the membership and the account, at once', async () => {
    const company = await makeOrganisation(provider, [])
    const owner = await makeMember(provider, company, { email: address() })
    const [out, removed, disabled] = [
      await makeMember(provider, company, { email: address() }),
      await makeMember(provider, company, { email: address(), role: 'staff' }),
      await makeMember(provider, company, { email: address(), role: 'manager' }),
    ]
    await provider.request('POST', '/api/v1/auth/logout', { body: { refresh_token: out.refresh } })
    expect(await isOpen(out)).toBe(false)
    const noted = { key: newKey(), body: { active: false } }
    await mustOperate(provider, owner, ['PATCH', `/members/${removed.keyId}`, noted])
    expect(await isOpen(removed)).toBe(false)
    await expectRefusal(await askFactor(provider, removed.driver), 403, 'forbidden')
    await provider.deps.db.query('update users set disabled_at = now() where email = $1', [disabled.email])
    expect(await isOpen(disabled)).toBe(false)
  })

  test('the last owner stays one; another company’s people are nobody’s here', async () => {
    const [company, other] = [await makeOrganisation(provider, []), await makeOrganisation(provider, [])]
    const [owner, foreign] = [
      await makeMember(provider, company, { email: address() }),
      await makeMember(provider, other, { email: address() }),
    ]
    const change = (keyId: string, body: object) => operate(provider, owner, ['PATCH', `/members/${keyId}`, { body }])
    expect(await fieldsOf(await change(owner.keyId, { role: 'manager' }))).toEqual(['role last_owner'])
    expect(await fieldsOf(await change(owner.keyId, { active: false }))).toEqual(['role last_owner'])
    await expectRefusal(await change(foreign.keyId, { active: false }), 404, 'not_found')
    const second = await makeMember(provider, company, { email: address() })
    // When two owners remove each other at once, one stays.
    const both = await Promise.all([
      change(second.keyId, { active: false }),
      operate(provider, second, ['PATCH', `/members/${owner.keyId}`, { body: { active: false } }]),
    ])
    expect(both.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    const rows = await provider.deps.db.query(
      'select 1 from operator_members where organisation_id = $1 and removed_at is null',
      [company.id],
    )
    expect(rows.length).toBeGreaterThanOrEqual(1)
  })

  test('a role is what it opens: staff and managers invite nobody, and change no role, their own neither', async () => {
    const park = await insertCodedPark(provider)
    const company = await makeOrganisation(provider, [park.id])
    const owner = await makeMember(provider, company, { email: address() })
    const manager = await makeMember(provider, company, { email: address(), role: 'manager', parks: [park.code] })
    const staff = await makeMember(provider, company, { email: address(), role: 'staff' })
    for (const member of [manager, staff]) {
      const body = { email: address(), role: 'owner' }
      await expectRefusal(await operate(provider, member, ['POST', '/invitations', { body }]), 403, 'forbidden')
      const own = { body: { role: 'owner' } }
      await expectRefusal(await operate(provider, member, ['PATCH', `/members/${member.keyId}`, own]), 403, 'forbidden')
    }
    await expectRefusal(await operate(provider, staff, ['GET', '/events']), 403, 'forbidden')
    await expectRefusal(await operate(provider, owner, ['GET', '/gifts']), 403, 'forbidden')
    expect((await operate(provider, manager, ['GET', '/events'])).status).toBe(200)
    await mustOperate(provider, owner, [
      'PATCH',
      `/members/${staff.keyId}`,
      { body: { role: 'manager', parks: [park.code] } },
    ])
    expect(await mustOperate(provider, staff, ['GET', '/key'])).toMatchObject({
      data: { role: 'manager', parks: [{ code: park.code }], organisation: { name: company.name } },
    })
    const { items } = await mustOperate<{ items: Member[] }>(provider, owner, ['GET', '/members'])
    expect(items.map(({ role, is_you: isYou }) => [role, isYou])).toEqual([
      ['owner', true],
      ['manager', false],
      ['manager', false],
    ])
  })

  test('who deletes their account leaves no name behind', async () => {
    const company = await makeOrganisation(provider, [])
    const owner = await makeMember(provider, company, { email: address() })
    const second = await makeMember(provider, company, { email: address() })
    await mustOperate(provider, second, ['POST', '/invitations', { body: { email: address(), role: 'staff' } }])
    const exported = await provider.request('GET', '/api/v1/users/me/export', { token: second.driver })
    expect(await exported.text()).toContain(company.name)
    const gone = await provider.request('DELETE', '/api/v1/users/me', {
      ...{ token: second.driver, key: newKey() },
      body: { password: 'a long garage door', give_up_money: true },
    })
    expect(gone.ok, await gone.text()).toBe(true)
    expect(await isOpen(second)).toBe(false)
    const named = await provider.deps.db.query('select row_to_json(k)::text as row from operator_keys k')
    expect(JSON.stringify(named)).not.toContain(second.email)
    expect(await isOpen(owner)).toBe(true)
  })
})

test('at the command line a company is made, its first owner invited, its people listed and removed', async () => {
  const { db, config } = provider.deps
  const [park, other] = [await insertCodedPark(provider), await insertCodedPark(provider)]
  const run = (...words: readonly string[]) => runMembers({ db, config }, words)
  const email = address()
  const named = ['--organisation', 'Front Street Parking']
  expect(await run('invite', email, ...named, '--role', 'owner', '--park', park.code.toLowerCase())).toMatchObject({
    exitCode: 0,
  })
  const [mail] = await db.query<{ text: string; code: string }>(
    'select text, code from sandbox_mails where recipient = $1',
    [email],
  )
  expect(mail?.text).toContain('/operator#invitation=')
  const { access_token: driver } = await signUp(provider, email)
  // The command uses the machine's clock.
  provider.clock.set(Date.now())
  expect(await run('members', ...named)).toMatchObject({ lines: ['0 people'] })
  await makeOrganisation(provider, [other.id])
  for (const words of [
    ['invite', email, ...named, '--role', 'manager', '--park', other.code],
    ['invite', email, ...named, '--role', 'manager', '--park', 'CA00000'],
    ['members', '--organisation', 'Nobody'],
    ['remove', email, ...named],
  ])
    expect([words, (await run(...words)).exitCode]).toEqual([words, 1])
  for (const words of [
    ['invite', email],
    ['invite', 'no address', ...named, '--role', 'owner'],
    ['invite', email, ...named, '--role', 'king'],
    ['members'],
  ])
    expect([words, (await run(...words)).exitCode]).toEqual([words, 2])
  expect(driver).toBeTruthy()
})
