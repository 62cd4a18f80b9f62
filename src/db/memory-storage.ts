/** IndexedDB in this page's memory, for browsers that have none or forbid it. A chunk of its own: hardly anybody loads it. */
export { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
