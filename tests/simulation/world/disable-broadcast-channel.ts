/**
 * First of all imports: Dexie tells other tabs of its writes over a channel that it looks for when it is loaded. In a world the
 * tabs share a process, and the channel would only cost time and keep it alive.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
