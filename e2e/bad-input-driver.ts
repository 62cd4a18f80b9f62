import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { FieldRow } from './bad-input-fields.ts'
import { type Case, KINDS, RULES, type RuleName } from './bad-input-kinds.ts'
import type { Words } from './words.ts'

type Body = Readonly<Record<string, unknown>>

/** Refuses every write of the page with 422, so that a form stays open and can be sent again; records what was sent. */
export class RefusedWrites {
  readonly bodies: Body[] = []

  /** Starts refusing every write, the first one with the code `first`. */
  static async begin(context: BrowserContext, first = 'validation_failed'): Promise<RefusedWrites> {
    const writes = new RefusedWrites()
    await context.route('**/api/v1/**', async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' || /\/(refresh|telemetry|quote|referral|passkey-login\/options)$/.test(pathname))
        return route.fallback()
      writes.bodies.push((request.postDataJSON() as Body | null) ?? {})
      const code = writes.bodies.length === 1 ? first : 'validation_failed'
      const problem = { type: 'about:blank', title: '', status: 422, code, detail: 'refused' }
      return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
    })
    return writes
  }
}

export interface OpenForm {
  readonly page: Page
  readonly words: Words
  readonly writes: RefusedWrites
  /** The page's main part, or its dialog. */
  readonly root: Locator
  /** Null when input takes effect as it is typed. */
  readonly send: Locator | null
  /** Reopens the form in its earlier state after a value was accepted. */
  readonly again?: () => Promise<void>
}

/** Expects nothing to be wider than the phone or the open dialog. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName} ${String(element.scrollWidth)} > ${String(element.clientWidth)}`),
  )
  expect(over, `${what}: wider than the screen`).toEqual([])
}

/** Browsers trim e-mail fields and strip line breaks from every single-line field. */
const shown = (text: string): string => text.trim()

interface Tried {
  readonly form: OpenForm
  readonly field: FieldRow
  readonly input: Locator
  readonly what: string
}

async function expectRefused({ form, input, what }: Tried, says: string): Promise<void> {
  await expect(input, what).toHaveAccessibleDescription(form.words.like(says))
  await expect(input, what).toHaveAttribute('aria-invalid', 'true')
}

async function expectTaken({ form, field, input, what }: Tried, sends: unknown, before: number): Promise<void> {
  const { page, writes, words } = form
  if (form.again === undefined) await expect(input, what).not.toHaveAttribute('aria-invalid', 'true')
  if (form.send === null) return
  if (field.rule === 'placeSearch' || field.rule === 'listSearch') {
    await expect.poll(() => new URL(page.url()).searchParams.get('search'), { message: what }).toBe(sends)
    return
  }
  await expect.poll(() => writes.bodies.length, { message: `${what}: sent` }).toBe(before + 1)
  if (field.sent !== undefined) expect(writes.bodies.at(-1)?.[field.sent], what).toEqual(sends)
  // The provider's refusal is shown above the fields.
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: words.like('Check the marked fields.') })
      .first(),
  ).toBeVisible()
}

async function tryOne(tried: Tried, one: Case): Promise<void> {
  const { form, input, what } = tried
  const before = form.writes.bodies.length
  await input.fill(one.typed)
  await form.send?.click()
  if ('says' in one) await expectRefused(tried, one.says)
  else await expectTaken(tried, one.sends, before)
  await expectNoOverflow(form.page, what)
  // A search field shows the normalised search; every other field keeps the text as typed.
  if ('says' in one || (form.again === undefined && tried.field.rule !== 'listSearch'))
    expect(shown(await input.inputValue()), `${what}: what was typed`).toBe(shown(one.typed))
  if ('says' in one) expect(form.writes.bodies.length, `${what}: nothing sent`).toBe(before)
  else await form.again?.()
}

/** Types each kind of input into the field, then restores its original value. */
export async function tryField(form: OpenForm, field: FieldRow, rule: RuleName): Promise<void> {
  const input = form.root.locator(field.selector)
  const good = await input.inputValue()
  for (const kind of KINDS) {
    const what = `${field.form}, ${field.source}, ${kind}`
    await tryOne({ form, field, input, what }, RULES[rule][kind])
  }
  await input.fill(good)
}
