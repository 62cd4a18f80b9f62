import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  CLOSURE_EFFECT_EXAMPLE,
  CLOSURE_EXAMPLE,
  PHONE_EXAMPLE,
} from '../../../provider/routes/operator/day-examples.ts'
import { INVITATION_EXAMPLE, MEMBER_EXAMPLE } from '../../../provider/routes/operator/examples.ts'
import { findConsole } from '../../../src/actions/console.online.ts'
import { ClosuresSection } from '../../../src/screens/operator/closures-section.tsx'
import { MembersSection } from '../../../src/screens/operator/members-section.tsx'
import { PhonesSection } from '../../../src/screens/operator/phones-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'
import { OPERATOR, settle, text } from './support/park-scene.tsx'

const PHONE = { ...PHONE_EXAMPLE.data, name: 'Gate 1', revoked_at: null }

/** The methods and paths of the changes that were sent. */
let sent: string[]

const listOf = (items: readonly object[]): Response =>
  Response.json({ items, total: items.length, page: 1, size: 20, pages: 1 })

function answer({ url, method, headers }: Request): Response {
  const path = new URL(url).pathname.replace(/^.*\/operator/, '')
  if (method !== 'GET') sent.push(`${method} ${path}`)
  const isOf = (...names: readonly string[]): boolean => names.some((name) => path.includes(name))
  if (isOf('/effect')) return Response.json(CLOSURE_EFFECT_EXAMPLE)
  const example = [
    { name: '/closures', one: CLOSURE_EXAMPLE },
    { name: '/members', one: MEMBER_EXAMPLE },
    { name: '/invitations', one: INVITATION_EXAMPLE },
    { name: '/phones', one: { data: PHONE } },
  ].find(({ name }) => isOf(name))
  if (example === undefined) throw new Error(`No answer for ${path}`)
  if (method === 'GET') return listOf([example.one.data])
  return Response.json(example.one, { headers: { 'idempotency-key': headers.get('idempotency-key') ?? '' } })
}

beforeEach(() => {
  sent = []
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', async (request: Request) => answer(request))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

async function press(host: HTMLElement, name: string): Promise<void> {
  const button = [...host.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  )
  if (button === undefined) throw new Error(`No button ${name} in ${text(host)}`)
  await act(async () => button.click())
  await settle()
}

async function submit(host: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = host.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field !== null) field.value = value
  }
  await act(async () => host.querySelector('form')?.requestSubmit())
  await settle()
}

const CLOSED = 'The car park is closed.'
const REASON = { reason_en: 'Flood', reason_fr: 'Inondation' }

async function openClosed(): Promise<HTMLElement> {
  const host = await render(<ClosuresSection operator={OPERATOR} park={null} />)
  await settle()
  await submit(host, REASON)
  expect(text(host)).toContain(CLOSED)
  return host
}

test('a car park is not said to be closed once it was opened again', async () => {
  const host = await openClosed()
  await press(host, 'Open again')
  expect(text(host)).not.toContain(CLOSED)
})

test('a car park is not said to be closed beside a closure that failed', async () => {
  const host = await openClosed()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await submit(host, REASON)
  expect(text(host)).not.toContain(CLOSED)
})

const INVITED = 'Invitation sent to'

test('an invitation is not said to be sent once it was withdrawn', async () => {
  const host = await render(<MembersSection operator={OPERATOR} park={null} />)
  await settle()
  await submit(host, { email: 'new@example.test' })
  expect(text(host)).toContain(INVITED)
  await press(host, 'Withdraw the invitation to')
  expect(sent.at(-1)).toBe(`PATCH /invitations/${INVITATION_EXAMPLE.data.invitation_id}`)
  expect(text(host)).not.toContain(INVITED)
})

test('a phone is removed by a second tap, which says before it that it needs a connection', async () => {
  const host = await render(<PhonesSection operator={OPERATOR} park={null} />)
  await settle()
  await press(host, `Remove ${PHONE.name}?`)
  expect(sent).toEqual([])
  await act(async () => connection.set({ state: 'offline', lastSuccessAt: null }))
  expect(text(host)).toContain(`Remove ${PHONE.name}: Needs a connection`)
  await act(async () => connection.set({ state: 'online', lastSuccessAt: Date.now() }))
  await press(host, `Remove ${PHONE.name}`)
  expect(sent).toEqual([`DELETE /phones/${PHONE.id}`])
})
