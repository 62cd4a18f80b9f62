/**
 * Must be the first import: Dexie announces its writes to other tabs over a channel that it looks up at load time. In a
 * world the tabs share a process, so the channel would only cost time and keep the process alive.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
