import { type Door, type Outcome, sendRaw, statusesOf } from './raw.ts'

const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '....//',
  '..;/',
  '%252e%252e%252f',
  '..%c0%af',
  '..%00/',
]
const UNDER = ['/', '/assets/', '/tiles/', '/photos/', '/packs/', '/api/v1/blog/pictures/', '/help/']
const TARGETS = ['etc/passwd', 'package.json', 'PG_VERSION', 'postgresql.conf']
const PLAIN = [
  '//etc/passwd',
  '/.env',
  '/.git/config',
  '/assets/.',
  '/assets/..',
  '/tiles/.',
  '/package.json',
  '/index.html.br',
  '/dist/index.html',
  '/%00',
  '/assets/%00.js',
  '/tiles/%00',
  `/${'a'.repeat(7_000)}`,
  `/${'%61'.repeat(2_000)}`,
  '/%',
  '/%e0%a4%a',
]

/** Content of files that must not be readable over HTTP. */
const SECRET = /root:x:0|"private": true|\[core\]|shared_buffers|^1[0-9]\s*$/m

/** Path traversal out of the folders that files are served from, in every encoding that some server decodes. */
export async function* attackPaths(doors: readonly Door[]): AsyncGenerator<Outcome> {
  const paths = [
    ...UNDER.flatMap((under) => UP.flatMap((up) => TARGETS.map((target) => `${under}${up.repeat(6)}${target}`))),
    ...UNDER.flatMap((under) => UP.map((up) => `${under}${up}package.json`)),
    ...PLAIN,
  ]
  for (const door of doors) {
    const wrong: string[] = []
    const counts = new Map<number, number>()
    for (const path of paths) {
      const text = await sendRaw(door, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`, 10_000)
      const status = statusesOf(text)[0] ?? 0
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (SECRET.test(text) || status >= 500 || status === 0) wrong.push(`${path.slice(0, 60)} (${String(status)})`)
    }
    const told = `${String(paths.length)} paths: ${[...counts].map(([status, count]) => `${String(count)} times ${String(status)}`).join(', ')}${wrong.length === 0 ? '; none of a file outside' : `; wrong: ${wrong.slice(0, 5).join(', ')}`}`
    yield { attack: 'paths out of the folders', door: door.name, isHeld: wrong.length === 0, told }
  }
}
