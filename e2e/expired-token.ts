import type { BrowserContext } from '@playwright/test'

/** From now on the provider refuses the app's current access token, as it does after fifteen minutes. */
export async function expireAccessToken(context: BrowserContext): Promise<void> {
  let stale: string | undefined
  await context.route('**/api/v1/**', async (route) => {
    const headers = route.request().headers()
    stale ??= headers['authorization']
    const isStale = stale !== undefined && headers['authorization'] === stale
    await route.continue(isStale ? { headers: { ...headers, authorization: 'Bearer expired' } } : {})
  })
}
