/**
 * Removes BroadcastChannel where its constructor throws, as in Firefox with site data blocked. Dexie creates a channel
 * when it is loaded, and works without one if the global is missing.
 */
export function removeRefusedBroadcasts(scope: { BroadcastChannel?: new (name: string) => { close(): void } }): void {
  if (scope.BroadcastChannel === undefined) return
  try {
    new scope.BroadcastChannel('baywise-allowed').close()
  } catch {
    Reflect.deleteProperty(scope, 'BroadcastChannel')
  }
}
