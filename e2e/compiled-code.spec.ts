import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'

test.use(WITH_WORKER)

interface TraceEvent {
  readonly name: string
  readonly args?: { readonly fileName?: string; readonly data?: { readonly consumedCacheSize?: number } }
}

/** Returns `main` for `/assets/main-C7DyC8jd.js`. */
const fileOf = (url: string): string => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? url

test('a relaunch runs the compiled code that the browser keeps, instead of compiling the app anew', async ({
  context,
  page,
}) => {
  await page.goto('/')
  await untilInstalled(page)
  // The first relaunch stores the compiled code, the second uses it.
  for (const _visit of [1, 2]) {
    const relaunched = await context.newPage()
    await relaunched.goto('/')
    await expect(relaunched.locator('#root:not([data-still]) main')).toBeVisible()
    await relaunched.waitForTimeout(1000)
    await relaunched.close()
  }
  const last = await context.newPage()
  const devtools = await context.newCDPSession(last)
  const compiled = new Map<string, boolean>()
  let alone = 0
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[]) {
      if (name === 'V8.CompileCode') alone += 1
      if (name === 'v8.compileModule' && args?.fileName !== undefined)
        compiled.set(fileOf(args.fileName), (args.data?.consumedCacheSize ?? 0) > 0)
    }
  })
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile'] },
  })
  await last.goto('/')
  await expect(last.locator('#root:not([data-still]) main')).toBeVisible()
  const ended = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve())
  })
  await devtools.send('Tracing.end')
  await ended
  for (const file of ['main', 'data', 'parts', 'en'])
    expect(compiled.get(file), `${file}, from code that was kept`).toBe(true)
  // More than 1,300 without scripts/compile-hints.ts.
  expect(alone, 'functions that were compiled when they were called').toBeLessThan(600)
})
