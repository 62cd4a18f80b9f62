import { readFileSync } from 'node:fs'
import path from 'node:path'
import { integrityOf, revisionOf } from '../scripts/precache-integrity.ts'
import { ROOT } from '../scripts/setup.mjs'
import type { Answer } from './faults/pass-on.ts'

/** An entry of the precache list that the build writes into the worker. */
const ENTRY = /\{[^{}]*"url":"([^"]+)"[^{}]*\}/g

/** Updates the worker's precache list for files with other bytes; undefined means unchanged. */
export const listAnew = (worker: string, bytesOf: (file: string) => Buffer | undefined): string =>
  worker.replaceAll(ENTRY, (entry, file: string) => {
    const bytes = bytesOf(file)
    if (bytes === undefined) return entry
    const listed: { revision: string | null; integrity?: string } = JSON.parse(entry)
    const revision = listed.revision === null ? null : revisionOf(bytes)
    return JSON.stringify({
      ...listed,
      revision,
      ...(listed.integrity === undefined ? {} : { integrity: integrityOf(bytes) }),
    })
  })

const built = (file: string): Buffer => readFileSync(path.join(process.env.DIST_DIR ?? path.join(ROOT, 'dist'), file))

const answerOf = (type: string, body: Buffer): Answer => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'no-cache' },
  body,
})

/** Returns another shell and a worker that lists it; every other file is the provider's own. */
export function nextShell(): { readonly shell: Buffer; readonly answer: (url: string) => Answer | undefined } {
  const shell = Buffer.concat([built('index.html'), Buffer.from('<!-- the next release -->')])
  const worker = listAnew(built('sw.js').toString(), (file) => (file === 'index.html' ? shell : undefined))
  const answer = (url: string): Answer | undefined => {
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname === '/sw.js') return answerOf('text/javascript', Buffer.from(worker))
    return pathname === '/index.html' ? answerOf('text/html', shell) : undefined
  }
  return { shell, answer }
}
