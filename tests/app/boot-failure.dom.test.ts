import { expect, test, vi } from 'vitest'
import { showBootFailure } from '../../src/app/boot-failure.ts'
import { consoleLog } from '../../src/lib/log.ts'

test('an app that could not start says so in both languages, and to the provider', async () => {
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', {})
  const fetched = vi.fn<(input: string, init: { readonly body: string }) => Promise<Response>>()
  fetched.mockResolvedValue(new Response(null, { status: 202 }))
  vi.stubGlobal('fetch', fetched)
  const error = vi.mocked(console.error).mockImplementation(() => undefined)
  consoleLog.error('boot_failed', { error: 'SyntaxError: x' })
  error.mockClear()
  showBootFailure(document.body)
  expect(document.body.textContent).toContain('Unable to load the application')
  expect(document.body.querySelector('[lang="fr"]')?.textContent).toBe('Impossible de charger l’application')
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  expect(JSON.parse(fetched.mock.calls[0]?.[1].body ?? '')).toMatchObject({
    name: 'boot_failed',
    message: 'SyntaxError: x',
  })
  vi.unstubAllEnvs()
})
