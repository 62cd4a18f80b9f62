import type { Page } from '@playwright/test'

/** Holds requests whose address matches until the returned function is called. */
export async function holdFiles(page: Page, address: RegExp): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

/** Like `holdFiles`, for one script of the build; `name` is its file name without the hash. */
export const holdScript = (page: Page, name: string): Promise<() => void> =>
  holdFiles(page, new RegExp(`/assets/${name}-[^/]+\\.js$`))
