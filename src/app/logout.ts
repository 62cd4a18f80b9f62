import { dropPush } from '../actions/push.online.ts'
import { signOut } from '../actions/session.online.ts'
import { routes } from '../config/routes.ts'
import { clearTabTexts } from '../lib/session-storage.ts'

/**
 * Forgets the session on this phone (also offline), then restarts the app at home so that no state of the old session
 * survives. Unsent requests are kept for the driver's next sign-in, or discarded.
 */
export async function logout(unsent: 'keep' | 'discard'): Promise<void> {
  await dropPush()
  await signOut(undefined, unsent)
  // Typed text (a plate at the checkout) belongs to the driver too, and would outlive the page.
  clearTabTexts()
  location.assign(routes.home.href())
}
