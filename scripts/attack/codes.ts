import { randomInt, randomUUID } from 'node:crypto'
import { checkOf, CROCKFORD } from '../../src/domain/code.ts'
import type { MailSink } from './mail-sink.ts'
import { type Answer, ask, codeOf, type Door, type Outcome, postJson } from './raw.ts'

/** Number of addresses that the guesses come from. */
const ADDRESSES = 100
/** Per address, at all doors in turn. */
const GUESSES_EACH = 30
const AT_ONCE = 16

const addressOf = (index: number): string => `127.0.3.${String((index % ADDRESSES) + 1)}`
const randomCode = (length: number): string =>
  Array.from({ length }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
const withCheck = (body: string): string => body + checkOf(body)

/** A chance as "1 in N", for the reader. */
const oneIn = (chance: number): string => `1 in ${Math.round(1 / chance).toLocaleString('en')}`

interface Guessing {
  readonly attack: string
  readonly path: string
  readonly body: () => unknown
  /** Guesses allowed per address in a window. */
  readonly perAddress: number
  /** Number of possible codes. */
  readonly space: number
}

const GUESSED: readonly Guessing[] = [
  {
    attack: 'pairing codes',
    path: '/attendant/pair',
    body: () => ({ code: withCheck(randomCode(7)) }),
    ...{ perAddress: 10, space: 32 ** 7 },
  },
  {
    attack: 'access codes of events',
    path: '/events/access',
    body: () => ({ access_code: randomCode(6) }),
    // The shortest code that an operator may choose, of letters and digits.
    ...{ perAddress: 10, space: 36 ** 6 },
  },
  {
    attack: 'coupons',
    path: '/marketplace/coupons/check',
    body: () => ({ country: 'CA', coupon_code: randomCode(8) }),
    ...{ perAddress: 20, space: 32 ** 8 },
  },
]

/** Runs `work` `count` times, several at once. */
async function spread<T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const isJudged = ({ status }: Answer): boolean => status !== 429 && status !== 0

async function guess(doors: readonly Door[], { attack, path, body, perAddress, space }: Guessing): Promise<Outcome> {
  const count = ADDRESSES * GUESSES_EACH
  const answers = await spread(count, (index) => {
    // All addresses use one door before the next.
    const door = doors[Math.floor(index / ADDRESSES) % doors.length] ?? doors[0]
    return postJson(door as Door, path, { body: body(), from: addressOf(index) })
  })
  const judged = answers.filter(isJudged).length
  const failed = answers.filter(({ status }) => status === 0 || status >= 500).length
  const told = `${String(judged)} of ${count.toLocaleString('en')} guesses from ${String(ADDRESSES)} addresses were judged (at most ${String(perAddress)} each in 15 min): ${oneIn(judged / space)} for one code that is valid`
  return {
    attack: `guessing ${attack}`,
    door: 'both processes',
    isHeld: judged <= ADDRESSES * perAddress && failed === 0,
    told,
  }
}

const EMAIL = 'driver@attack.test'
const PASSWORD = 'a long garage door'

/** Registers a driver, while many guess the code at the same time. Returns the driver's token. */
async function guessSignInCode(
  doors: readonly Door[],
  mails: MailSink,
  door: Door,
): Promise<{ readonly outcome: Outcome; readonly token: string }> {
  const account = { email: EMAIL, password: PASSWORD, first_name: 'A', last_name: 'D', country_code: 'CA' }
  const register = async (): Promise<string> => {
    const { text } = await postJson(door, '/auth/register', { body: account })
    return (JSON.parse(text) as { data: { registration_secret: string } }).data.registration_secret
  }
  const verify = (at: Door, code: string, how: { secret?: string; from?: string }): Promise<Answer> => {
    const secret = how.secret === undefined ? {} : { registration_secret: how.secret }
    return postJson(at, '/auth/verify-email', {
      body: { email: EMAIL, code, ...secret },
      ...(how.from === undefined ? {} : { from: how.from }),
    })
  }
  const locked: boolean[] = []
  for (const hasSecret of [true, false]) {
    const secret = await register()
    const code = await mails.codeTo(EMAIL)
    const wrong = code === '000000' ? '000001' : '000000'
    const how = hasSecret ? { secret } : {}
    await spread(60, (index) => verify(doors[index % doors.length] as Door, wrong, { ...how, from: addressOf(index) }))
    locked.push(codeOf(await verify(door, code, { secret })) === 'code_invalid')
  }
  const secret = await register()
  const opened = await verify(door, await mails.codeTo(EMAIL), { secret })
  const token = (JSON.parse(opened.text) as { token?: string }).token ?? ''
  const told = `after 60 guesses at once from ${String(Math.min(60, ADDRESSES))} addresses, with and without the registration's secret, the right code ${locked.every(Boolean) ? 'opened nothing' : 'still opened the account'}: 5 tries a code, 10 codes an hour, ${oneIn(50 / 1e6)} an hour; a new code then ${token === '' ? 'was refused too' : 'worked'}`
  const isHeld = locked.every(Boolean) && token !== ''
  return { outcome: { attack: 'guessing sign-in codes', door: 'both processes', isHeld, told }, token }
}

async function guessPasswords(doors: readonly Door[]): Promise<Outcome> {
  const answers = await spread(200, (index) =>
    postJson(doors[index % doors.length] as Door, '/auth/login', {
      body: { identifier: EMAIL, password: `wrong ${String(index)}` },
      from: addressOf(index),
    }),
  )
  const judged = answers.filter(isJudged).length
  const told = `${String(judged)} of 200 guesses at once from ${String(ADDRESSES)} addresses were judged (10 an account in 15 min)`
  return { attack: 'guessing a password', door: 'both processes', isHeld: judged <= 10, told }
}

async function guessGifts(doors: readonly Door[], token: string): Promise<Outcome> {
  const answers = await spread(100, (index) =>
    postJson(doors[index % doors.length] as Door, '/gifts/redeem', {
      body: { code: withCheck(randomCode(15)) },
      from: addressOf(index),
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    }),
  )
  const judged = answers.filter(isJudged).length
  const told = `${String(judged)} of 100 guesses at once of one account from ${String(ADDRESSES)} addresses were judged (10 an hour): ${oneIn(judged / 32 ** 15)} for one gift`
  return { attack: 'guessing gift codes', door: 'both processes', isHeld: judged <= 10, told }
}

/** Guesses booking codes in the path: every answer must be a 4xx, and the different answers are printed. */
async function guessBookings(doors: readonly Door[], token: string): Promise<Outcome> {
  const answers = await spread(100, (index) =>
    ask(doors[index % doors.length] as Door, {
      path: `/api/v1/bookings/${withCheck(randomCode(7))}`,
      from: addressOf(index),
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  const codes = new Set(answers.map((answer) => `${String(answer.status)} ${codeOf(answer)}`))
  const isHeld = answers.every(({ status }) => status >= 400 && status < 500)
  return { attack: 'guessing booking codes', door: 'both processes', isHeld, told: [...codes].join(', ') }
}

/** Guesses every kind of code that is short enough to type, spread over all processes and many addresses. */
export async function* attackCodes(doors: readonly Door[], mails: MailSink, front: Door): AsyncGenerator<Outcome> {
  for (const guessing of GUESSED) yield await guess(doors, guessing)
  const { outcome, token } = await guessSignInCode(doors, mails, front)
  yield outcome
  yield await guessPasswords(doors)
  yield await guessGifts(doors, token)
  yield await guessBookings(doors, token)
}
