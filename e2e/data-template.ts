import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.ts'

const TEMPLATE = 'BAYWISE_E2E_DATA'

/** What providers of this run begin with: `folder` as a first start left it, its car parks read and its region packs made. */
export function setDataTemplate(folder: string): void {
  process.env[TEMPLATE] = folder
}

/**
 * A copy of it in `dataDir`, where there is one: a first start takes 13 s of processor time, a copy next to none. Its PostgreSQL gets a port of
 * its own: by that of another copy it would take that one's for itself.
 */
export async function copyDataTemplate(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE]
  if (template === undefined) return
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
  const file = path.join(dataDir, 'connection.json')
  const connection = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...connection, port: await findFreePort() }))
}
