import { act } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { findConsole } from '../../../../src/actions/console.online.ts'
import type { OperatorKeyWire } from '../../../../src/contract/operator.ts'
import type { OperatorParkWire } from '../../../../src/contract/operator-parks.ts'
import { ParksSection } from '../../../../src/screens/operator/parks-section.tsx'
import { connection } from '../../../../src/signals/connection.ts'
import { render } from '../../../setup/render.tsx'
import { operatorPark } from './operator-park.ts'

export const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['parks'], parks: [{ id: 1, code: 'CAKQ2M7', name: 'Front Street' }] },
  ...{ created_at: '2026-11-25T09:00:00Z', expires_at: null },
}
const LEEWAY = {
  data: {
    park: { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' },
    ...{ arrival_minutes: null, grace_minutes: null, usual: { arrival_minutes: 15, grace_minutes: 10 } },
  },
}

const UNPRICED = {
  errors: [{ field: 'opening_hours', code: 'invalid', detail: 'x' }],
  problems: [
    {
      ...{ fault: 'hole', field: 'opening_hours', other: null },
      stay: { from: '2026-11-24T03:00:00Z', to: '2026-11-24T04:00:00Z', price: null, price_before: null },
    },
  ],
}

interface Scene {
  /** The provider's present state of the car park. */
  park: OperatorParkWire
  sent: Array<{ readonly method: string; readonly path: string; readonly body: Record<string, unknown> }>
  isServed: boolean
  isPriced: boolean
}

export const scene: Scene = { park: operatorPark(), sent: [], isServed: true, isPriced: true }

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^.*\/operator/, '')
  if (path.endsWith('/leeway')) return Response.json(LEEWAY)
  if (path.endsWith('/photos')) return Response.json({ data: { park_id: 1, photos: [] } })
  if (request.method === 'GET') return Response.json({ data: scene.park })
  const body = (await request.json()) as Record<string, unknown>
  scene.sent.push({ method: request.method, path, body })
  const problem = { type: 'urn:baywise:x', title: 'x', detail: 'x' }
  const init = { headers: { 'content-type': 'application/problem+json' } }
  if (!scene.isServed) return Response.json({ ...problem, status: 503, code: 'unavailable' }, { ...init, status: 503 })
  if (request.method === 'PATCH' && body.revision !== scene.park.revision)
    return Response.json(
      { ...problem, status: 409, code: 'version_conflict', current: scene.park },
      { ...init, status: 409 },
    )
  if (!scene.isPriced)
    return Response.json({ ...problem, status: 422, code: 'validation_failed', ...UNPRICED }, { ...init, status: 422 })
  const { revision: _seen, ...facts } = body
  scene.park = {
    ...scene.park,
    ...facts,
    revision: scene.park.revision + 1,
    ...(path === '/parks' ? { id: 2, code: 'CANEW22' } : {}),
  }
  return Response.json(
    { data: scene.park },
    { headers: { 'idempotency-key': request.headers.get('idempotency-key') ?? '' } },
  )
}

/** Serves one car park, reset for each test of a file. */
export function serveParks(): void {
  beforeEach(() => {
    scene.park = operatorPark()
    scene.sent = []
    scene.isServed = true
    scene.isPriced = true
    sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
    findConsole('u')
    vi.stubGlobal('fetch', answer)
    connection.set({ state: 'online', lastSuccessAt: Date.now() })
  })
  afterEach(() => vi.unstubAllGlobals())
}

export const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))

export async function open(code: string | null = null, operator = OPERATOR): Promise<HTMLElement> {
  const host = await render(<ParksSection operator={operator} park={code} />)
  for (let tries = 0; tries < 100 && host.querySelector('form') === null; tries += 1) await settle()
  return host
}

export function field(host: HTMLElement, name: string): HTMLInputElement {
  const input = host.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (input === null) throw new Error(`No field ${name}`)
  return input
}

export async function type(host: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) field(host, name).value = value
  })
}

export async function save(host: HTMLElement): Promise<void> {
  await act(async () => field(host, 'name').closest('form')?.requestSubmit())
  await settle()
}

export const text = (host: HTMLElement): string => host.textContent.replaceAll(/\s/g, ' ')
