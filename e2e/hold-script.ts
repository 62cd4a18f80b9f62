import type { Page } from '@playwright/test'

/** Keeps a script of the build on its way until the returned function is called. `name` is its file without the hash. */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}
