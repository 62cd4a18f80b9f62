import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepInMemory, packingsIn } from '../../provider/routes/static-files.ts'

const LIMIT = 800

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baywise-assets-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, length = 10): Promise<void> => writeFile(join(folder, name), name.padEnd(length))
const nothing = packingsIn('')

test('a file is read once, also when the disk has lost it meanwhile; forgotten, it is gone', async () => {
  const files = keepInMemory(folder, LIMIT)
  await write('a-1.js')
  await files.find({ path: 'a-1.js', packed: nothing })
  await rm(join(folder, 'a-1.js'))
  const again = await files.find({ path: 'a-1.js', packed: nothing })
  expect(Buffer.from(again?.bytes ?? []).toString()).toContain('a-1.js')
  files.forget()
  expect(await files.find({ path: 'a-1.js', packed: nothing })).toBeUndefined()
})

test('what is packed and what is not are two files of one address', async () => {
  const files = keepInMemory(folder, LIMIT)
  await write('a-1.js')
  await write('a-1.js.br')
  const both = packingsIn('gzip, br')
  expect((await files.find({ path: 'a-1.js', packed: both }))?.encoding).toBe('br')
  expect((await files.find({ path: 'a-1.js', packed: nothing }))?.encoding).toBeUndefined()
  expect((await files.find({ path: 'a-1.js', packed: both }))?.encoding).toBe('br')
})

test('when the memory is full the one that was not wanted for longest goes; one that would fill it alone is never kept', async () => {
  const files = keepInMemory(folder, LIMIT)
  const names = Array.from({ length: 9 }, (_, index) => `part-${String(index)}.js`)
  for (const name of names) await write(name, LIMIT / 8)
  await write('large.js', LIMIT / 8 + 1)
  const find = (path: string) => files.find({ path, packed: nothing })
  await find('large.js')
  for (const name of names.slice(0, 8)) await find(name)
  await find('part-0.js')
  await find('part-8.js')
  for (const name of [...names, 'large.js']) await rm(join(folder, name))
  const left = []
  for (const name of [...names, 'large.js']) if ((await find(name)) !== undefined) left.push(name)
  expect(left).toEqual(names.filter((name) => name !== 'part-1.js'))
})

test('a folder beside, and one above, are not read', async () => {
  const files = keepInMemory(folder, LIMIT)
  await writeFile(`${folder}-beside.js`, 'no')
  expect(await files.find({ path: `../${folder.split('/').at(-1) ?? ''}-beside.js`, packed: nothing })).toBeUndefined()
  await rm(`${folder}-beside.js`)
})
