import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.ts'

const TEMPLATE = 'BAYWISE_E2E_DATA'

/**
 * Sets the data folder that providers of this run copy: `folder` after a first start, with car parks imported and
 * region packs built.
 */
export function setDataTemplate(folder: string): void {
  process.env[TEMPLATE] = folder
}

/**
 * Copies the template, if any, to `dataDir`: a first start takes 13 s of processor time, a copy almost none. Its
 * PostgreSQL gets a port of its own; with the port of another copy, the provider would use that copy's server.
 */
export async function copyDataTemplate(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE]
  if (template === undefined) return
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
  const file = path.join(dataDir, 'connection.json')
  const connection = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...connection, port: await findFreePort() }))
}
