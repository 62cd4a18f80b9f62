import { dropPush } from '../actions/push.online.ts'
import { signOut } from '../actions/session.online.ts'
import { routes } from '../config/routes.ts'
import { clearTabTexts } from '../lib/session-storage.ts'

/** Forgets the session on this phone (offline too), then starts the app anew at home: no state of the old session
 * survives. What was not sent stays for the driver's next sign-in, or goes. */
export async function logout(unsent: 'keep' | 'discard'): Promise<void> {
  await dropPush()
  await signOut(undefined, unsent)
  // What was being typed (a plate at the checkout) is the driver's too; it would outlive the page.
  clearTabTexts()
  location.assign(routes.home.href())
}
