import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Returns a function that delivers a push through the browser's own test hook. */
export async function pusherOf(context: BrowserContext, page: Page): Promise<(text: string) => Promise<void>> {
  const devtools: CDPSession = await context.newCDPSession(page)
  const registrations: { registrationId: string; isDeleted: boolean }[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => void registrations.push(...event.registrations))
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length, { message: 'the registration' }).toBeGreaterThan(0)
  const registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? ''
  const origin = new URL(page.url()).origin
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly lang: string
  readonly actions: readonly string[]
}

/** The parts of the worker's global scope used here: the test compiler only knows the page's types. */
interface WorkerGlobal {
  readonly registration: { getNotifications(): Promise<(Notification & { actions?: { title: string }[] })[]> }
  readonly NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
  dispatchEvent(event: Event): boolean
}

export const shownBy = (worker: Worker): Promise<readonly ShownNotification[]> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerGlobal
    const shown = await scope.registration.getNotifications()
    return shown.map(({ title, body, lang, actions = [] }) => ({
      ...{ title, body, lang },
      actions: actions.map((action) => action.title),
    }))
  })

/** Dispatches a tap on the notification or on one of its buttons to the worker, as the browser does. */
export const tap = (worker: Worker, action: string): Promise<boolean> =>
  worker.evaluate(async (chosen) => {
    const scope = globalThis as unknown as WorkerGlobal
    const [notification] = await scope.registration.getNotifications()
    if (notification === undefined) throw new Error('nothing is shown')
    return scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: chosen }))
  }, action)
