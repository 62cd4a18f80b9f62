/** Ends the browser's subscription, and with it all pushes to this phone. The push service tells the provider. */
export async function unsubscribe(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Closes the notifications on display, since they name bookings. */
export async function closeNotifications(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await globalThis.navigator?.clearAppBadge?.()
}
