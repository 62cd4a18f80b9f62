import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setDisabled } from '../../provider/repositories/users.ts'
import type { SocialSessionWire } from '../../src/contract/social.ts'
import { codeOf, post, readJson, registration, signUp } from './support/accounts.ts'
import { sendToken, socialBody, type SocialRig, startSocialRig } from './support/social-rig.ts'

let rig: SocialRig
beforeAll(async () => {
  rig = await startSocialRig()
})
afterAll(() => rig.close())

const person = (name: string, provider = 'google.com') => ({
  sub: `uid-${name}`,
  email: `${name}@example.test`,
  firebase: { sign_in_provider: provider, identities: {} },
})

describe('somebody new', () => {
  it('gets an account with a proven address, a session, and is told that it is new', async () => {
    const answer = await rig.signInAs(person('new'), { country_code: 'SN' })
    expect(answer.status).toBe(200)
    const session = await readJson<SocialSessionWire>(answer)
    expect(session).toMatchObject({
      is_new_user: true,
      user: {
        email: 'new@example.test',
        first_name: 'Awa',
        last_name: 'Marie Diop',
        country: { code: 'SN' },
        email_verified: true,
      },
    })
    const wallet = await rig.provider.request('GET', '/api/v1/wallet?currency=XOF', { token: session.access_token })
    expect(await wallet.json()).toMatchObject({ data: { currency: 'XOF' } })
  })

  it('is the same account the next time, and no longer new', async () => {
    const first = await readJson<SocialSessionWire>(await rig.signInAs(person('again')))
    const second = await readJson<SocialSessionWire>(await rig.signInAs(person('again')))
    expect([first.is_new_user, second.is_new_user]).toEqual([true, false])
    expect(second.user.user_id).toBe(first.user.user_id)
  })

  it('who asks several times at once has one account', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const claims = person(`twice-${String(round)}`)
      const answers = await Promise.all([1, 2, 3, 4].map(() => rig.signInAs(claims)))
      const sessions = await Promise.all(answers.map((answer) => readJson<Partial<SocialSessionWire>>(answer)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(sessions.map(({ user }) => user?.user_id)).size).toBe(1)
      expect(sessions.filter((session) => session.is_new_user)).toHaveLength(1)
    }
  })

  it('without a country gets the fallback, without a name the first part of the address', async () => {
    const claims = { ...person('nameless'), name: undefined }
    const { user } = await readJson<SocialSessionWire>(await rig.signInAs(claims, { name: null }))
    expect(user).toMatchObject({ first_name: 'nameless', last_name: '', country: { code: 'US' } })
  })

  it('keeps the account when the address changes at the service', async () => {
    const before = await readJson<SocialSessionWire>(await rig.signInAs(person('moved')))
    const after = await readJson<SocialSessionWire>(
      await rig.signInAs({ ...person('moved'), email: 'other@example.test' }),
    )
    expect(after.user).toEqual(before.user)
  })
})

describe('what the body says', () => {
  it('about address and uid is never believed', async () => {
    await signUp(rig.provider, 'victim@example.test')
    const claims = { email: 'victim@example.test', firebase_uid: 'uid-victim' }
    const { user } = await readJson<SocialSessionWire>(await rig.signInAs(person('honest'), claims))
    expect(user.email).toBe('honest@example.test')
  })

  it('must have the fields of the specification', async () => {
    const { id_token: _left, ...withoutToken } = socialBody('x')
    const answer = await post(rig.provider, '/auth/social-login', withoutToken)
    expect(answer.status).toBe(422)
    expect((await sendToken(rig.provider, 'x', { provider: 'myspace' })).status).toBe(422)
    expect((await sendToken(rig.provider, 'x'.repeat(9_000))).status).toBe(422)
  })
})

describe('an address that has an account already', () => {
  it('with a password is told to sign in with the original method', async () => {
    await signUp(rig.provider, 'password@example.test')
    const answer = await rig.signInAs(person('password'))
    expect(answer.status).toBe(400)
    const problem = await readJson<{ code: string; detail: string }>(answer)
    expect(problem.code).toBe('account_exists')
    expect(problem.detail.toLowerCase()).toContain('account exists')
  })

  it('made with the other service is told the same', async () => {
    await rig.signInAs(person('apple', 'apple.com'), { provider: 'apple' })
    const answer = await rig.signInAs({ ...person('apple'), sub: 'uid-apple-at-google' })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'account_exists'])
  })

  it('made with the same service under another uid needs a person to link them', async () => {
    await rig.signInAs(person('remade'))
    const answer = await rig.signInAs({ ...person('remade'), sub: 'uid-remade-2' })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'linking_required'])
  })

  it('that was registered and never proven is replaced by the proof', async () => {
    await post(rig.provider, '/auth/register', registration('unproven@example.test'))
    const answer = await rig.signInAs(person('unproven'))
    expect(await answer.json()).toMatchObject({ is_new_user: true, user: { email_verified: true } })
  })

  it('that is closed stays closed, by identity and by address', async () => {
    await rig.signInAs(person('closed'))
    await setDisabled(rig.provider.deps.db, 'closed@example.test', rig.provider.clock.now())
    const answer = await rig.signInAs(person('closed'))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'account_disabled'])
    expect(await codeOf(await rig.signInAs({ ...person('closed'), sub: 'uid-else' }))).toBe('account_disabled')
  })

  it('is not found, and none is made, while the service has not proven the address', async () => {
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      const answer = await rig.signInAs({ ...person('doubtful'), ...claims })
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'social_account_not_found'])
    }
  })
})
