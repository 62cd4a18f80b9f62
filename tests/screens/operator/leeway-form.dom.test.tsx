import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import type { LeewayBody } from '../../../src/contract/operator-leeway.ts'
import { ParksSection } from '../../../src/screens/operator/parks-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'
import { operatorPark } from './support/operator-park.ts'

const PARKS = [
  { id: 1, code: 'CAKQ2M7', name: 'Front Street' },
  { id: 2, code: 'CAWX9P4', name: 'Bay Street' },
]
const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['parks'], parks: PARKS, created_at: '2026-11-25T09:00:00Z', expires_at: null },
}

// jsdom cannot render the map.
vi.mock('../../../src/parts/map/pin-map.tsx', () => ({ default: () => null }))

type Own = LeewayBody['seen']
let own: Own
let sent: LeewayBody[] = []
let isServed = true
/** Delays the answer to a change until it resolves. */
let gate: Promise<void>

const wire = ({ arrival_minutes, grace_minutes }: Own) => ({
  data: {
    park: { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' },
    ...{ arrival_minutes, grace_minutes, usual: { arrival_minutes: 15, grace_minutes: 10 } },
  },
})

const problem = (status: number, code: string, extra: object = {}): Response =>
  Response.json(
    { type: `urn:baywise:${code}`, title: code, status, code, detail: code, ...extra },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

/** Answers as the provider does: stale values conflict, and others are saved. */
async function answer(request: Request): Promise<Response> {
  if (request.url.endsWith('/parks/CAKQ2M7')) return Response.json({ data: operatorPark() })
  if (request.url.endsWith('/photos')) return Response.json({ data: { park_id: 1, photos: [] } })
  if (request.method !== 'PUT') return Response.json(wire(own))
  const body = (await request.json()) as LeewayBody
  sent.push(body)
  await gate
  if (!isServed) return problem(503, 'unavailable')
  const { arrival_minutes, grace_minutes, seen } = body
  if (seen.arrival_minutes !== own.arrival_minutes || seen.grace_minutes !== own.grace_minutes)
    return problem(409, 'version_conflict', { current: own })
  own = { arrival_minutes, grace_minutes }
  const key = request.headers.get('idempotency-key') ?? ''
  return Response.json(wire(own), { headers: { 'idempotency-key': key } })
}

beforeEach(() => {
  own = { arrival_minutes: null, grace_minutes: 20 }
  sent = []
  isServed = true
  gate = Promise.resolve()
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', answer)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))

async function open(): Promise<HTMLElement> {
  const host = await render(<ParksSection operator={OPERATOR} park={null} />)
  for (let tries = 0; tries < 100 && host.querySelector('form') === null; tries += 1) await settle()
  return host
}

const field = (host: HTMLElement, name: string): HTMLInputElement => {
  const input = host.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (input === null) throw new Error(`No field ${name}`)
  return input
}

async function type(host: HTMLElement, name: string, value: string): Promise<void> {
  await act(async () => {
    const input = field(host, name)
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function save(host: HTMLElement): Promise<void> {
  await act(async () => field(host, 'grace').closest('form')?.requestSubmit())
  await settle()
}

const text = (host: HTMLElement): string => host.textContent.replaceAll(/\s/g, ' ')
const statusOf = (host: HTMLElement): string | undefined =>
  host.querySelector('[role="status"]')?.textContent.replaceAll(/\s/g, ' ')

test('the own car parks are listed with their codes, and the first shows what it has set beside the usual', async () => {
  const host = await open()
  const list = host.querySelector<HTMLElement>('ul[aria-label="Your car parks"]')
  expect([...(list?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    '/operator?show=parks&park=CAKQ2M7',
    '/operator?show=parks&park=CAWX9P4',
  ])
  expect(list?.textContent).toContain('Bay StreetCAWX9P4')
  expect([field(host, 'arrival').value, field(host, 'grace').value]).toEqual(['', '20'])
  expect(text(host)).toContain('Empty: the usual 15.')
  expect(text(host)).toContain('Empty: the usual 10.')
})

test('it is saved when the provider has answered, not before, and empty means as usual', async () => {
  const host = await open()
  let release = (): void => undefined
  gate = new Promise((resolve) => (release = resolve))
  await type(host, 'arrival', ' 30 ')
  await type(host, 'grace', '')
  await save(host)
  expect(sent).toEqual([
    { arrival_minutes: 30, grace_minutes: null, seen: { arrival_minutes: null, grace_minutes: 20 } },
  ])
  expect(statusOf(host)).toBeUndefined()
  release()
  await settle()
  expect(statusOf(host)).toBe('SavedEarly arrival: 30 min. Grace period: 10 min.')
  await type(host, 'grace', '0')
  expect(statusOf(host)).toBeUndefined()
  await save(host)
  expect(sent[1]).toMatchObject({ grace_minutes: 0, seen: { arrival_minutes: 30, grace_minutes: null } })
  expect(statusOf(host)).toBe('SavedEarly arrival: 30 min. Grace period: 0 min.')
})

test.each(['241', '-1', '1.5', '1e2', 'ten'])(
  '%s is no minutes: it is said at its field, kept and not sent',
  async (typed) => {
    const host = await open()
    await type(host, 'arrival', '45')
    await type(host, 'grace', typed)
    await save(host)
    expect(sent).toEqual([])
    expect(text(host)).toContain('Enter whole minutes from 0 to 240, or leave it empty.')
    expect(field(host, 'grace').getAttribute('aria-invalid')).toBe('true')
    expect(field(host, 'arrival').getAttribute('aria-invalid')).toBeNull()
    expect([field(host, 'arrival').value, field(host, 'grace').value]).toEqual(['45', typed])
    expect(document.activeElement).toBe(field(host, 'grace'))
  },
)

test('a change of somebody else is shown, what was typed stays, and saving once more replaces theirs', async () => {
  const host = await open()
  await type(host, 'grace', '25')
  own = { arrival_minutes: 60, grace_minutes: null }
  await save(host)
  const alert = host.querySelector('[role="alert"]')?.textContent.replaceAll(/\s/g, ' ')
  expect(alert).toContain('Somebody else changed this')
  expect(alert).toContain('Early arrival: 60 min. Grace period: 10 min.')
  expect(statusOf(host)).toBeUndefined()
  expect([field(host, 'arrival').value, field(host, 'grace').value]).toEqual(['', '25'])
  expect(own).toEqual({ arrival_minutes: 60, grace_minutes: null })
  await save(host)
  expect(host.querySelector('[role="alert"]')).toBeNull()
  expect(own).toEqual({ arrival_minutes: null, grace_minutes: 25 })
  expect(statusOf(host)).toContain('Saved')
})

test('a failure is no success, and loses nothing', async () => {
  const host = await open()
  isServed = false
  await type(host, 'arrival', '5')
  await save(host)
  expect(host.querySelector('[role="alert"]')).not.toBeNull()
  expect(statusOf(host)).toBeUndefined()
  expect(field(host, 'arrival').value).toBe('5')
})
