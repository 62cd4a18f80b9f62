import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, createAccount } from './account.ts'
import type { OperatorRole } from '../src/domain/operator-role.ts'
import { expect } from './fixtures.ts'
import { operate } from './operate.ts'
import type { Baywise } from './pages/baywise.ts'
import type { ProviderProcess } from './provider-process.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import type { Language } from './words.ts'

interface Rig {
  readonly app: Baywise
  readonly page: Page
  readonly provider: ProviderProcess
  readonly request: APIRequestContext
}

interface Invited {
  readonly organisation: string
  readonly language?: Language
  /** Defaults to owner. */
  readonly role?: OperatorRole
  /**
   * The organisation's car park, or the one its manager or staff may act for; omitted for an organisation without a car
   * park, or for all of them.
   */
  readonly park?: string
  /** Whether this member of the platform's own staff handles money cases. */
  readonly isForMoney?: boolean
}

/** Opens the console as the owner or another member of a new organisation, through the mailed invitation and code. */
export async function openConsole({ app, page, provider, request }: Rig, invited: Invited): Promise<Account> {
  const { organisation, role = 'owner', language = 'en', park, isForMoney = false } = invited
  const button = (id: string) => page.getByRole('button', { name: app.words.say(id), exact: true })
  const person = await createAccount(request, { language })
  const parks = park === undefined ? [] : ['--park', park]
  const words = ['invite', person.email, '--organisation', organisation, '--role', role, ...parks]
  await operate(provider, 'operators', ...words)
  const code = /#invitation=([\w-]+)/.exec((await mailsTo(request, person.email))[0]?.text ?? '')?.[1] ?? ''
  await page.goto(`/operator#invitation=${code}`)
  await expect(page).toHaveURL(/\/operator$/)
  await app.auth.signIn(person, '/operator')
  await button('Accept the invitation').click()
  if (isForMoney) {
    await expect(button('Continue with a second factor')).toBeVisible()
    await operate(provider, 'operators', 'money', person.email, 'on', '--organisation', organisation)
  }
  await button('Continue with a second factor').click()
  const field = page.getByLabel(app.words.say('Code'), { exact: true })
  await expect(field).toBeVisible()
  await expect.poll(async () => (await mailsTo(request, person.email)).length).toBeGreaterThan(2)
  await field.fill(await mustReadCode(request, person.email))
  await button('Open the console').click()
  await expect(page.getByRole('heading', { name: organisation })).toBeVisible()
  return person
}
