import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

declare global {
  interface Window {
    /** Whether React's first render of home contained the running booking. */
    isDrawnWhole?: boolean
  }
}

/** Hooks into React's DevTools interface, which is called on every commit. */
const watchFirstDrawing = (): void => {
  const onCommitFiberRoot = (_renderer: unknown, { containerInfo }: { readonly containerInfo: Element }): void => {
    window.isDrawnWhole ??= containerInfo.querySelector('main a[href$="/pass"]') !== null
  }
  const others = {
    supportsFiber: true,
    checkDCE: () => undefined,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
  }
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...others, onCommitFiberRoot } })
}

test('home is drawn with what the phone knows at once, not once for each answer of its storage', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, 'Green P Carpark 288')
  await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, '/bookings')
  await untilInstalled(page)
  await page.goto('/')
  await expect(page.locator('main a[href$="/pass"]')).toBeVisible()
  await context.addInitScript(watchFirstDrawing)
  // The app does not wait for slow storage: on a busy machine one relaunch may render without the booking.
  await expect(async () => {
    const relaunched = await context.newPage()
    await relaunched.goto('/')
    await expect(relaunched.locator('#root:not([data-still]) main a[href$="/pass"]')).toBeVisible()
    const isWhole = await relaunched.evaluate(() => window.isDrawnWhole)
    await relaunched.close()
    expect(isWhole).toBe(true)
  }).toPass()
})

test('a date field that has the focus before the browser has made it is edited by the keyboard', async ({
  app,
  page,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto('/')
  const field = app.find.searchForm.getByLabel(app.words.say('From'), { exact: true })
  await expect(field).toHaveValue(/^20/)
  await expect(field).toHaveAttribute('type', 'text')
  const before = await field.inputValue()
  await field.focus()
  await expect(field).toHaveAttribute('type', 'datetime-local')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).not.toHaveValue(before)
})
