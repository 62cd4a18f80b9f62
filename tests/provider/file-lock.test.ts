import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withFileLock } from '../../provider/db/file-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baywise-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('takes over a lock that a killed predecessor with our own process id left behind, as in a container', async () => {
  const path = join(folder, 'lock')
  await writeFile(path, String(process.pid))
  expect(await withFileLock(path, () => Promise.resolve('done'))).toBe('done')
})

it('keeps two holders of one process apart', async () => {
  const path = join(folder, 'lock')
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setTimeout(resolve, 60))
    inside -= 1
  }
  await Promise.all([withFileLock(path, work), withFileLock(path, work), withFileLock(path, work)])
  expect(most).toBe(1)
})
