/** Ends the browser's subscription: nothing more comes to this phone. The provider learns it from the push service. */
export async function unsubscribe(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Takes away what has come and still stands there: it names bookings. */
export async function closeNotifications(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await globalThis.navigator?.clearAppBadge?.()
}
