import 'fake-indexeddb/auto'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { loadPasskeys, removePasskey } from '../../../src/actions/passkeys.online.ts'
import { err, ok } from '../../../src/lib/result.ts'
import PasskeysModal from '../../../src/screens/profile/passkeys-modal.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'

vi.mock(import('../../../src/actions/passkeys.online.ts'), async (original) => ({
  ...(await original()),
  loadPasskeys: vi.fn<typeof loadPasskeys>(),
  removePasskey: vi.fn<typeof removePasskey>(),
}))

// jsdom has the element but not its modal methods.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

const KEY = { passkey_id: 'abc', name: 'Old phone', created_at: '2026-11-01T08:00:00Z', last_used_at: null }
const UNCONFIRMED = err({
  kind: 'refused',
  code: 'confirmation_required',
  detail: 'said by the provider',
  extra: {},
} as const)

const press = async (host: HTMLElement, name: string): Promise<void> => {
  const found = [...host.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )
  if (found === undefined) throw new Error(`no button ${name} in ${host.textContent}`)
  await act(async () => found.click())
}

test('a passkey goes at once after a fresh sign-in; later the password is asked for and sent along', async () => {
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  vi.mocked(loadPasskeys).mockResolvedValue(ok([KEY]))
  vi.mocked(removePasskey).mockResolvedValueOnce(UNCONFIRMED).mockResolvedValueOnce(ok(null))
  const host = await render(<PasskeysModal onClose={() => undefined} />)
  await press(host, 'Remove Old phone?')
  await press(host, 'Remove Old phone')
  expect(removePasskey).toHaveBeenLastCalledWith('abc', {})
  const field = host.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')
  if (field === null) throw new Error(`no field for the password in ${host.textContent}`)

  // An empty field sends nothing.
  const form = field.closest('form')
  await act(async () => form?.requestSubmit())
  expect(removePasskey).toHaveBeenCalledOnce()
  field.value = 'a long garage door'
  vi.mocked(loadPasskeys).mockResolvedValue(ok([]))
  await act(async () => form?.requestSubmit())
  expect(removePasskey).toHaveBeenLastCalledWith('abc', { password: 'a long garage door' })
  expect(host.querySelector('input[autocomplete="current-password"]')).toBeNull()
  expect(host.textContent).not.toContain('Old phone')
})
