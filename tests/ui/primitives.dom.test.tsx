import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { messages } from '../../locales/en.po'
import { BarChart } from '../../src/ui/bar-chart.tsx'
import { BlockedButton } from '../../src/ui/blocked-button.tsx'
import { Button } from '../../src/ui/button.tsx'
import { PasswordField } from '../../src/ui/password-field.tsx'
import { Qr } from '../../src/ui/qr.tsx'
import { StatusBadge } from '../../src/ui/status-badge.tsx'
import { TextField } from '../../src/ui/text-field.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

const within = (node: ReactNode) => <I18nProvider i18n={i18n}>{node}</I18nProvider>

function render(node: ReactNode): HTMLElement {
  const host = document.createElement('div')
  document.body.append(host)
  act(() => createRoot(host).render(within(node)))
  return host
}

const one = (host: Element, selector: string): Element => {
  const found = host.querySelector(selector)
  if (found === null) throw new Error(`No ${selector} in ${host.innerHTML}`)
  return found
}

function mustBe<Kind>(element: Element, kind: new () => Kind): Kind {
  if (element instanceof kind) return element
  throw new Error(`Expected a ${kind.name}, found ${element.tagName}`)
}

test('a busy button keeps the focus and ignores further taps', () => {
  const onClick = vi.fn<() => void>()
  const host = render(
    <Button busy busyLabel="Checking…" onClick={onClick}>
      Pay
    </Button>,
  )
  const button = mustBe(one(host, 'button'), HTMLButtonElement)
  act(() => button.click())
  expect(onClick).not.toHaveBeenCalled()
  expect(button.disabled).toBe(false)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a busy submit button does not send the form a second time', () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const host = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Pay
      </Button>
    </form>,
  )
  act(() => mustBe(one(host, 'button'), HTMLButtonElement).click())
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a disabled button keeps the focus, and neither acts nor sends its form', () => {
  const [onClick, onSubmit] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const host = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabled onClick={onClick}>
        Send a new code
      </Button>
    </form>,
  )
  const button = mustBe(one(host, 'button'), HTMLButtonElement)
  button.focus()
  act(() => button.click())
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('an action that needs a connection can be focused, names itself, and says why after a tap', () => {
  const host = render(<BlockedButton action="Top up" why="Nothing is charged." />)
  const button = mustBe(one(host, 'button'), HTMLButtonElement)
  expect(button.textContent).toBe('Top up: Needs a connection')
  expect(button.disabled).toBe(false)
  expect(one(host, '[role=status]').textContent).toBe('')
  act(() => button.click())
  expect(one(host, '[role=status]').textContent).toBe('Nothing is charged.')
})

test('a status is always an icon with its word', () => {
  const host = render(
    <>
      <StatusBadge status="saved" />
      <StatusBadge status="waiting" />
      <StatusBadge status="needs-connection" />
      <StatusBadge status="refused" />
    </>,
  )
  expect(host.textContent).toBe('SavedWaiting for signalNeeds a connectionRefused')
  expect(host.querySelectorAll('svg')).toHaveLength(4)
})

test('a field names its error to readers and marks itself invalid', () => {
  const host = render(<TextField label="Email" error="Please enter a valid email" />)
  const input = mustBe(one(host, 'input'), HTMLInputElement)
  expect(input.labels?.[0]?.textContent).toBe('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const about = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toBe('Please enter a valid email')
})

test('a password is hidden until its button is pressed', () => {
  const host = render(<PasswordField label="Password" />)
  const show = mustBe(one(host, 'button[aria-label="Show password"]'), HTMLButtonElement)
  expect(mustBe(one(host, 'input'), HTMLInputElement).type).toBe('password')
  act(() => show.click())
  expect(mustBe(one(host, 'input'), HTMLInputElement).type).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
})

test('a chart tells readers the same as a table', () => {
  const columns = [
    { key: 'oct', label: 'Oct', value: 100, short: '1', full: '₦1.00' },
    { key: 'nov', label: 'Nov', value: 50, short: '0.5', full: '₦0.50', current: true },
  ]
  const host = render(<BarChart caption="Spent" labelHeading="Month" valueHeading="Amount" columns={columns} />)
  expect([...host.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['₦1.00', '₦0.50'])
  expect([...host.querySelectorAll('rect')].map((bar) => bar.parentElement?.getAttribute('height'))).toEqual([
    '62',
    '31',
  ])
})

test('a QR code is drawn black on white with its quiet zone, at a whole number of pixels a module', () => {
  const modules = [
    [true, true, false],
    [false, true, false],
    [true, false, true],
  ]
  const host = render(<Qr modules={modules} scale={7.9} label="Pass" />)
  const svg = one(host, 'svg')
  expect(svg.getAttribute('width')).toBe(String((3 + 8) * 7))
  expect(one(host, 'path[fill="#000"]').getAttribute('d')).toBe('M0 0h2v1h-2zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z')
  expect(one(host, 'path[fill="#fff"]').getAttribute('d')).toBe('M-4 -4h11v11h-11z')
})

test('primitives render on a server', () => {
  expect(renderToString(within(<PasswordField label="Password" />))).toContain('type="password"')
})
