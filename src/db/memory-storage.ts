/**
 * IndexedDB in this page's memory, for browsers that lack or forbid it. A chunk of its own: very few phones load it.
 */
export { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
