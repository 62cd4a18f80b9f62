import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import type { OperatorReviewWire } from '../../../src/contract/operator-reviews.ts'
import { ReviewsSection } from '../../../src/screens/operator/reviews-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'

const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['reviews'], parks: [{ id: 1, code: 'CAKQ2M7', name: 'Front Street' }] },
  ...{ created_at: '2026-11-25T09:00:00Z', expires_at: null },
}
const AT = '2026-11-25T09:00:00Z'
const REVIEW: OperatorReviewWire = {
  ...{ review_id: '019ab0f3-7e30-7d00-8000-0123456789ac', park_code: 'CAKQ2M7', stars: 2, text: 'Tight ramps' },
  ...{ answer: null, hidden: null, changed: false, reports: [], objection: null, created_at: AT, updated_at: AT },
}

let review: OperatorReviewWire
let asked: string[]
let sent: unknown[]

/** Answers as the provider does. */
async function serve(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (request.method === 'GET') {
    asked.push(search)
    return Response.json({ items: [review], total: 41, page: 1, size: 20, pages: 3 })
  }
  const body = (await request.json()) as { answer?: string | null; kind?: 'untrue' }
  sent.push([pathname.split('/').at(-1), body])
  if (body.answer !== undefined) review = { ...review, answer: body.answer }
  if (body.kind !== undefined) review = { ...review, objection: { kind: body.kind, decided: false } }
  return Response.json(
    { data: review },
    { headers: { 'idempotency-key': request.headers.get('idempotency-key') ?? '' } },
  )
}

beforeEach(() => {
  review = REVIEW
  asked = []
  sent = []
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', serve)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 50 && !isSo(); tries += 1) await settle()
}

async function open(): Promise<HTMLElement> {
  const host = await render(<ReviewsSection operator={OPERATOR} park={null} />)
  await until(() => host.querySelector('article') !== null)
  return host
}

const button = (host: HTMLElement, text: string) =>
  [...host.querySelectorAll('button')].find((one) => one.textContent === text)
const tap = async (host: HTMLElement, text: string) => {
  await act(async () => button(host, text)?.click())
  await settle()
}

test('shows what was said of which car park, and nothing to hide it with', async () => {
  review = { ...REVIEW, reports: [{ kind: 'personal', count: 2 }] }
  const host = await open()
  expect(host.textContent).toContain('Front Street')
  expect(host.textContent).toContain('Tight ramps')
  expect(host.textContent).toContain('Reported by drivers: Names or details of a person (2)')
  expect([...host.querySelectorAll('article button')].map((one) => one.textContent)).toEqual([
    'Answer',
    'Report to Baywise',
  ])
})

test('answers a review, asks for words, and deletes the answer', async () => {
  const host = await open()
  await tap(host, 'Answer')
  await tap(host, 'Publish answer')
  expect(host.textContent).toContain('Enter the answer.')
  const area = host.querySelector('textarea')
  if (area === null) throw new Error('No field')
  area.value = ' Level 2 is wider. '
  await tap(host, 'Publish answer')
  await until(() => host.textContent.includes('Your answer'))
  expect(host.textContent).toContain('Level 2 is wider.')
  await tap(host, 'Change the answer')
  await tap(host, 'Delete answer')
  await until(() => !host.textContent.includes('Your answer'))
  expect(sent).toEqual([
    ['answer', { answer: 'Level 2 is wider.' }],
    ['answer', { answer: null }],
  ])
})

test('reports a review once', async () => {
  const host = await open()
  await tap(host, 'Report to Baywise')
  const choice = host.querySelector('select')
  if (choice === null) throw new Error('No choice')
  await act(async () => {
    choice.value = 'untrue'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await tap(host, 'Send report')
  await until(() => host.textContent.includes('A person looks at it'))
  expect(sent).toEqual([['objection', { kind: 'untrue' }]])
  expect(button(host, 'Report to Baywise')).toBeUndefined()
})

test.each([
  [{ objection: { kind: 'untrue' as const, decided: true } }, 'Baywise looked at it and left it.'],
  [{ hidden: 'It names a person.' }, 'Hidden by Baywise: It names a person.'],
])('says what was decided: %o', async (more, text) => {
  review = { ...REVIEW, ...more }
  const host = await open()
  expect(host.textContent).toContain(text)
  expect(button(host, 'Report to Baywise')).toBeUndefined()
})

test('turns the pages, and begins anew with another list', async () => {
  const host = await open()
  await tap(host, 'Older reviews')
  await until(() => host.querySelector('article') !== null)
  const reported = host.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]
  await act(async () => reported?.click())
  await until(() => asked.length === 3)
  expect(asked).toEqual(['?show=all&page=1&size=20', '?show=all&page=2&size=20', '?show=reported&page=1&size=20'])
})
