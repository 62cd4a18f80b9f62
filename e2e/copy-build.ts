import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../scripts/setup.mjs'

/**
 * Copies the built app, to be changed into the next release; returns its folder. Leaves out the compressed files, which
 * would still hold the old content.
 */
export async function copyBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-next-'))
  const filter = (file: string): boolean => !/\.(br|gz)$/.test(file)
  await cp(process.env.DIST_DIR ?? path.join(ROOT, 'dist'), folder, { recursive: true, filter })
  return folder
}
