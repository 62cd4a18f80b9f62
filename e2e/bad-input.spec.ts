import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, createAccount } from './account.ts'
import { RefusedWrites, tryField, type OpenForm } from './bad-input-driver.ts'
import { FIELDS, type FormName } from './bad-input-fields.ts'
import { PAIRING_CODE } from './bad-input-kinds.ts'
import { expect, test } from './fixtures.ts'
import type { Baywise } from './pages/baywise.ts'
import { bookAt, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
test.use({ actionTimeout: 15_000 })

const PARK = 'Green P Carpark 58'

interface Plan {
  /** Address of the form, or of the page whose button opens it. */
  readonly at: string | ((opened: Opened) => Promise<string>)
  /** The button that opens the form's dialog. */
  readonly dialogBy?: RegExp | string
  /** The submit button: a text of the catalogue. */
  readonly send: string | null
  /** Values of the other fields. */
  readonly good?: Readonly<Record<string, string>>
  readonly needs?: 'account' | 'money'
  /** What the tab remembers from the previous step. */
  readonly kept?: (account: Account | null) => readonly [key: string, value: string]
  /** The refusal code that makes the form ask for more. */
  readonly refusedFirst?: string
  /** An accepted value navigates away from the form. */
  readonly leaves?: true
}

interface Opened {
  readonly request: APIRequestContext
  readonly account: Account | null
}

const mustBook = async ({ request, account }: Opened): Promise<string> => {
  if (account === null) throw new Error('a booking needs an account')
  const park = await mustFindPark(request, PARK)
  const stay = stayFromNow({ inHours: 30 })
  const { booking_code: code } = await bookAt(request, account, { park, stay, plate: 'BMWR117' })
  return `/booking-details/${code}`
}

const PLANS: Readonly<
  Record<
    Exclude<
      FormName,
      | 'gate'
      | 'sign'
      | 'regions'
      | 'help'
      | 'private event'
      | 'coupon'
      | 'monthly pass'
      | 'contact'
      | 'operator'
      | 'business'
    >,
    Plan
  >
> = {
  'sign in': { at: '/auth', send: 'Sign in', good: { identifier: 'ada@example.org', password: 'quiet harbour 42' } },
  register: {
    at: '/register',
    send: 'Send a code',
  },
  verify: { at: '/verify', send: 'Verify', good: { email: 'ada@example.org', code: '123456' } },
  forgot: { at: '/forgot-password', send: 'Send the link' },
  reset: { at: '/forgot-password?token=unknown', send: 'Change password' },
  'edit profile': { at: '/profile', dialogBy: 'Edit profile', send: 'Save', needs: 'account' },
  'change e-mail': {
    at: '/profile',
    dialogBy: 'Change email',
    send: 'Send a code',
    good: { email: 'ada@example.org', password: 'quiet harbour 42' },
    needs: 'account',
  },
  'e-mail code': {
    at: '/profile',
    kept: (account) => [`baywise-new-email-${account?.email ?? ''}`, 'ada@example.org'],
    dialogBy: 'Change email',
    send: 'Change email',
    needs: 'account',
  },
  'delete account': {
    at: '/profile',
    dialogBy: 'Delete account',
    send: 'Delete account permanently',
    needs: 'account',
  },
  passkey: { at: '/profile', dialogBy: /^Passkeys/, send: 'Add a passkey', needs: 'account' },
  'confirm passkey': {
    ...{ at: '/profile', dialogBy: /^Passkeys/, send: 'Add a passkey', needs: 'account' },
    refusedFirst: 'confirmation_required',
  },
  'change password': {
    at: '/profile',
    dialogBy: 'Change password',
    send: 'Change password',
    good: { password: 'quiet harbour 42', new_password: 'quiet harbour 43' },
    needs: 'account',
  },
  vehicle: {
    at: '/profile',
    dialogBy: 'Add a vehicle',
    send: 'Save',
    good: { plate: 'CKTB 482' },
    needs: 'account',
  },
  'plate of a booking': { at: mustBook, dialogBy: 'Change plate', send: 'Change plate', needs: 'account' },
  checkout: {
    at: async ({ request }) =>
      `/checkout/${(await mustFindPark(request, PARK)).slug}?${stayQuery(stayFromNow({ inHours: 40 }))}`,
    send: 'Pay {total} from wallet',
    needs: 'account',
  },
  'add funds': { at: '/wallet/add-funds', send: 'Continue to payment', needs: 'account' },
  withdraw: { at: '/wallet/withdraw', send: 'Request the withdrawal', needs: 'money' },
  'automatic top-up': { at: '/wallet', dialogBy: 'Set up automatic top-up', send: 'Turn on', needs: 'money' },
  gift: { at: '/wallet/gifts', send: 'Buy gift', good: { amount: '25' }, needs: 'account' },
  'gift code': { at: '/wallet/gifts', send: 'Add to wallet', needs: 'account' },
  'referral code': { at: '/wallet/referral', send: 'Use code', needs: 'account' },
  search: { at: '/', send: 'Find parking', leaves: true },
  'parks list': { at: '/parks-list', send: 'Search' },
  transactions: { at: '/wallet', send: null, needs: 'account' },
  pairing: { at: '/check', send: 'Pair this phone', good: { code: PAIRING_CODE } },
}

/** Pays money in, by a card that is saved. */
async function payIn(request: APIRequestContext, { accessToken }: Account): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() }
  const data = { amount: 10_000, currency: 'CAD', keep_method: true }
  const started = await request.post('/api/v1/wallet/add-funds', { headers, data })
  expect(started.status(), await started.text()).toBe(200)
  const { data: payment }: { data: { reference: string } } = await started.json()
  await request.post(`/sandbox/pay/${payment.reference}?outcome=pay`)
  const wallet = async () => {
    const answer = await request.get('/api/v1/wallet/auto-top-up?currency=CAD', { headers })
    const { data: settings }: { data: { method: unknown } } = await answer.json()
    return settings.method
  }
  await expect.poll(wallet, { message: 'the card is kept', timeout: 20_000 }).not.toBeNull()
}

/** Waits until React has hydrated the fields of the prerendered page. */
const untilOwned = (page: Page) =>
  page.waitForFunction(() => {
    const input = document.querySelector('main form input')
    return input !== null && Object.keys(input).some((key) => key.startsWith('__reactProps'))
  })

interface Parts {
  readonly app: Baywise
  readonly page: Page
  readonly request: APIRequestContext
}

/** Signs in, opens the page and the dialog, and fills the other fields. From here on every write is refused. */
async function open(plan: Plan, { app, page, request }: Parts): Promise<OpenForm> {
  const { words } = app
  const account = plan.needs === undefined ? null : await createAccount(request, { language: words.language })
  if (account !== null && plan.needs === 'money') await payIn(request, account)
  if (account !== null) await app.auth.signIn(account, '/profile')
  const address = typeof plan.at === 'string' ? plan.at : await plan.at({ request, account })
  const kept = plan.kept?.(account)
  if (kept !== undefined) await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), kept)
  const writes = await RefusedWrites.begin(page.context(), plan.refusedFirst)
  const arrive = async () => {
    await page.goto(address)
    // The restored snapshot of the page accepts no input.
    await expect(page.locator('[data-still]')).toHaveCount(0)
    // A form sent natively, before hydration, is limited only by the page that reads it.
    if (plan.leaves === true) await untilOwned(page)
    if (plan.dialogBy === undefined) return
    const name = typeof plan.dialogBy === 'string' ? words.say(plan.dialogBy) : plan.dialogBy
    await page.getByRole('button', { name }).first().click()
  }
  await arrive()
  const root = plan.dialogBy === undefined ? page.getByRole('main') : page.getByRole('dialog')
  for (const [name, value] of Object.entries(plan.good ?? {})) await root.locator(`[name="${name}"]`).fill(value)
  const by =
    plan.send?.includes('{') === true
      ? { name: words.like(plan.send) }
      : { name: words.say(plan.send ?? 'Save'), exact: true }
  const send = plan.send === null ? null : root.getByRole('button', by)
  if (plan.refusedFirst !== undefined) await send?.click()
  return { page, words, writes, root, send, ...(plan.leaves === true ? { again: arrive } : {}) }
}

const tryForm = async (name: keyof typeof PLANS, parts: Parts): Promise<void> => {
  const form = await open(PLANS[name], parts)
  for (const field of FIELDS) if (field.form === name && field.rule !== null) await tryField(form, field, field.rule)
}

for (const name of Object.keys(PLANS) as (keyof typeof PLANS)[]) {
  test(`what is typed into "${name}" is taken in a sound form, or refused in words beside the field and kept`, async ({
    app,
    page,
    request,
  }) => {
    await tryForm(name, { app, page, request })
  })
}

test.describe('in fr', () => {
  test.use({ language: 'fr' })
  for (const name of ['register', 'vehicle', 'withdraw'] as const) {
    test(`what is typed into "${name}" is refused in French`, async ({ app, page, request }) => {
      await tryForm(name, { app, page, request })
    })
  }
})
