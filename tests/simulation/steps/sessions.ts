import { openSession, signOut as signOutHere } from '../../../src/actions/session.online.ts'
import { ok } from '../../../src/lib/result.ts'
import { sessionOf } from '../oracle/stored.ts'
import type { Tab } from '../world/tab.ts'
import type { World } from '../world/world.ts'

/** Signs in, as after a login form that the provider has accepted. */
export async function signIn(world: World, tab: Tab, userIndex: number): Promise<void> {
  const session = await world.provider.signIn(userIndex)
  const end = world.watches[tab.device.index]?.begin({ life: tab.life })
  world.follow(tab, `sign in as driver ${String(userIndex)}`, async () => {
    await openSession(tab.phone, ok(session))
    end?.()
    return 'ok'
  })
}

export function signOut(world: World, tab: Tab, unsent: 'keep' | 'discard'): void {
  const session = sessionOf(tab.device)
  if (session === undefined) return
  const givesUp = unsent === 'discard' ? { givesUp: session.user.user_id } : {}
  const end = world.watches[tab.device.index]?.begin({ life: tab.life, ...givesUp })
  world.follow(tab, `sign out, ${unsent}`, async () => {
    await signOutHere(tab.phone, unsent)
    end?.()
    return 'ok'
  })
}
