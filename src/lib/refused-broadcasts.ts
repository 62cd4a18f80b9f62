/**
 * Where site data is blocked Firefox has the channel by which tabs tell each other of changes, and throws when one is made. Dexie makes one
 * while it is loaded: without the name it does without.
 */
export function removeRefusedBroadcasts(scope: { BroadcastChannel?: new (name: string) => { close(): void } }): void {
  if (scope.BroadcastChannel === undefined) return
  try {
    new scope.BroadcastChannel('baywise-allowed').close()
  } catch {
    Reflect.deleteProperty(scope, 'BroadcastChannel')
  }
}
