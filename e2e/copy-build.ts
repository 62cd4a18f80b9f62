import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../scripts/setup.mjs'

/** A copy of the built app to change into the next release; returns its folder. Packed files would go on saying what was. */
export async function copyBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-next-'))
  const filter = (file: string): boolean => !/\.(br|gz)$/.test(file)
  await cp(process.env.DIST_DIR ?? path.join(ROOT, 'dist'), folder, { recursive: true, filter })
  return folder
}
