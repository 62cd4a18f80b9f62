import type { Page } from '@playwright/test'

/** Keeps what has such an address on its way until the returned function is called. */
export async function holdFiles(page: Page, address: RegExp): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

/** As `holdFiles`, for a script of the build. `name` is its file without the hash. */
export const holdScript = (page: Page, name: string): Promise<() => void> =>
  holdFiles(page, new RegExp(`/assets/${name}-[^/]+\\.js$`))
