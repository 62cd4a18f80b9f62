import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
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
  /** What it has already; none: an organisation without a car park. */
  readonly park?: string
}

/** The owner of a new organisation in the console, by the invitation and the code that were mailed. */
export async function openConsole({ app, page, provider, request }: Rig, invited: Invited): Promise<void> {
  const { organisation, language = 'en', park } = invited
  const button = (id: string) => page.getByRole('button', { name: app.words.say(id), exact: true })
  const owner = await createAccount(request, { language })
  const parks = park === undefined ? [] : ['--park', park]
  const words = ['invite', owner.email, '--organisation', organisation, '--role', 'owner', ...parks]
  await operate(provider, 'operators', ...words)
  const code = /#invitation=([\w-]+)/.exec((await mailsTo(request, owner.email))[0]?.text ?? '')?.[1] ?? ''
  await page.goto(`/operator#invitation=${code}`)
  await expect(page).toHaveURL(/\/operator$/)
  await app.auth.signIn(owner, '/operator')
  await button('Accept the invitation').click()
  await button('Continue with a second factor').click()
  const field = page.getByLabel(app.words.say('Code'), { exact: true })
  await expect(field).toBeVisible()
  await expect.poll(async () => (await mailsTo(request, owner.email)).length).toBeGreaterThan(2)
  await field.fill(await mustReadCode(request, owner.email))
  await button('Open the console').click()
  await expect(page.getByRole('heading', { name: organisation })).toBeVisible()
}
