import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** As `integrity` of a request takes it: https://www.w3.org/TR/SRI/ */
export const integrityOf = (bytes: string | Buffer): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/** As the build marks files whose names do not change with their bytes. */
export const revisionOf = (bytes: string | Buffer): string => createHash('md5').update(bytes).digest('hex')

/** Each entry with the hash of what was built: the browser compares before the worker stores it. */
export const withIntegrity =
  (dist: string) =>
  <Entry extends { readonly url: string }>(entries: readonly Entry[]) => ({
    manifest: entries.map((entry) => ({ ...entry, integrity: integrityOf(readFileSync(path.join(dist, entry.url))) })),
    warnings: [],
  })
