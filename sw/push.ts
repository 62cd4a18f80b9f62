/// <reference lib="webworker" />
import type { PushMessage } from '../src/contract/push.ts'
import type { OpenPage } from '../src/lib/open-page.ts'
import { onDemand } from './load-on-demand.ts'
import { placeOf, toShown } from './notification.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** How long an open page may take to answer; a suspended page, or one of an older release, is navigated instead. */
const ANSWER_MS = 1_500

async function show(text: string | undefined): Promise<void> {
  const { title, ...options } = toShown(text, self.navigator.language)
  await self.registration.showNotification(title, options)
  await onDemand().showBadge()
}

const ask = (client: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true), { once: true })
    port1.start()
    setTimeout(() => resolve(false), ANSWER_MS)
    client.postMessage({ type: 'OPEN_PAGE', path } satisfies OpenPage, [port2])
  })

/** Opens the path in the open page without reloading it: something may be half typed there. */
async function openHere(client: WindowClient, path: string): Promise<void> {
  // focus() rejects when the tap is too long ago: the page then opens the path without focus.
  const [focused] = await Promise.allSettled([client.focus()])
  const page = focused.status === 'fulfilled' ? focused.value : client
  if (!(await ask(page, path))) await page.navigate(path)
}

async function open(place: string): Promise<void> {
  const isOurs = place.startsWith('/')
  const clients = isOurs ? await self.clients.matchAll({ type: 'window' }) : []
  const client = clients.find(({ visibilityState }) => visibilityState === 'visible') ?? clients[0]
  if (client === undefined) await self.clients.openWindow(place)
  else await openHere(client, place)
}

/** Shows reminders and booking news from the provider. */
export function showReminders(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(placeOf(event.notification.data as PushMessage | null, event.action)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { newSubscription = null } = event as Event & { readonly newSubscription?: PushSubscription | null }
    event.waitUntil(onDemand().renewSubscription(self.registration.pushManager, newSubscription))
  })
}
