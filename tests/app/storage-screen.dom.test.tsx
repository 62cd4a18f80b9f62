import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page } from '../../src/app/page.tsx'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { storageMode } from '../../src/lib/storage-trouble.ts'
import { enqueue, enqueueContext } from '../../src/outbox/enqueue.ts'
import { useSession } from '../../src/queries/use-session.ts'
import ActivityScreen from '../../src/screens/activity/activity-screen.tsx'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { add, newVehicleId } from '../sync/support/outbox-phone.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00cc'

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

function tap(host: HTMLElement, label: string): void {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

/** Collects the files that the page gives to the browser. */
function catchFiles(): Blob[] {
  const files: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      files.push(file)
      return 'blob:file'
    },
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return files
}

const textOf = (file: Blob | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    if (file === undefined) throw new Error('No file')
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('not read')))
    reader.readAsText(file)
  })

const open = Reflect.get(IDBFactory.prototype, 'open')
let opens: string[] = []

/** Dexie passes a version when it opens a database, the raw read does not, so a test can break Dexie alone. */
function breakDatabases(isBroken: (version: number | undefined) => boolean): void {
  databases.close()
  for (const db of [databases.public, databases.session, databases.user(USER)]) databases.renew(db)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
    // The in-memory factory shares this prototype and keeps working.
    if (this !== globalThis.indexedDB) return open.call(this, name, version)
    opens.push(name)
    if (isBroken(version)) throw new DOMException('Internal error', 'InvalidStateError')
    return open.call(this, name, version)
  })
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.mocked(console.error).mockImplementation(() => undefined)
  await applySession(databases, sessionOf(USER), 1)
  await databases.user(USER).outbox.clear()
  await enqueue(enqueueContext, USER, add(newVehicleId(1), 'KJA-777QQ'))
  opens = []
})
afterEach(() => {
  vi.mocked(console.error).mockClear()
  storageMode.set('kept')
})

async function openPage(screen: ReactNode): Promise<HTMLElement> {
  const host = await render(<Page>{screen}</Page>)
  setActing(false)
  return host
}

const openActivity = () => openPage(<ActivityScreen />)

/** Makes a single database read. */
function Who() {
  const session = useSession()
  return session.status
}

test('fault 47: when every call of the database fails, it is opened once more, then the recovery screen stands and rests', async () => {
  breakDatabases(() => true)
  const host = await openPage(<Who />)
  await shows(host, 'We can’t read what’s saved on this phone')
  expect(opens).toEqual([databases.session.name, databases.session.name])
  tap(host, 'Save what was not sent as a file')
  await shows(host, 'No unsent requests could be read.')
})

test('closing the app is advised before deleting: another page of it may hold a database in which nothing is damaged', async () => {
  breakDatabases(() => true)
  const host = await openPage(<Who />)
  await shows(host, 'First close the app, in all its tabs and windows, and open it again.')
  const text = host.textContent
  expect(text.indexOf('First close the app')).toBeLessThan(text.indexOf('If that doesn’t help, delete it.'))
})

test('fault 47: what was never sent is saved as a file from a database that the app cannot use', async () => {
  breakDatabases((version) => version !== undefined)
  const files = catchFiles()
  const host = await openActivity()
  await shows(host, 'We can’t read what’s saved on this phone')
  tap(host, 'Save what was not sent as a file')
  await shows(host, '1 request is in the file baywise-requests.json.')
  expect(JSON.parse(await textOf(files[0]))).toMatchObject({
    format: 'baywise requests 1',
    requests: [
      { kind: 'vehicle.add', state: 'queued', args: { vehicle: { plate: 'KJA-777QQ' } }, first_sent_at: null },
    ],
    unread: 0,
  })
})

test('fault 47: without its database the app goes on in memory', async () => {
  breakDatabases(() => true)
  const host = await openActivity()
  await shows(host, 'We can’t read what’s saved on this phone')
  tap(host, 'Continue without saving')
  await shows(host, 'No requests yet')
  expect(storageMode.get()).toBe('memory')
})
