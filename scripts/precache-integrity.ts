import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** In the format of a request's `integrity`: https://www.w3.org/TR/SRI/ */
export const integrityOf = (bytes: string | Buffer): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/** The revision that the build gives to files without a hash in their name. */
export const revisionOf = (bytes: string | Buffer): string => createHash('md5').update(bytes).digest('hex')

/** Adds the hash of the built file to each entry: the browser checks it before the worker stores the file. */
export const withIntegrity =
  (dist: string) =>
  <Entry extends { readonly url: string }>(entries: readonly Entry[]) => ({
    manifest: entries.map((entry) => ({ ...entry, integrity: integrityOf(readFileSync(path.join(dist, entry.url))) })),
    warnings: [],
  })
