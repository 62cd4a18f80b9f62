import { expect, test, vi } from 'vitest'
import { tellWorker } from '../../src/lib/tell-worker.ts'

const message = { type: 'KEEP_FILES', group: 'streets' } as const

test('where site data is blocked nothing is kept, and nothing breaks', async () => {
  const blocked = new DOMException('The operation is insecure.', 'SecurityError')
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.reject(blocked) } })
  await expect(tellWorker(message)).resolves.toBeUndefined()
})

test('another failure of the worker is told', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.reject(new TypeError('no worker')) } })
  await expect(tellWorker(message)).rejects.toThrow('no worker')
})

test('the worker is told what to keep once it is there', async () => {
  const postMessage = vi.fn<(data: unknown) => void>()
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } })
  await tellWorker(message)
  expect(postMessage).toHaveBeenCalledWith(message)
})
