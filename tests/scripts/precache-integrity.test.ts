import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withIntegrity } from '../../scripts/precache-integrity.ts'

test('each file of the list has the hash of its bytes, as the browser compares it', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'baywise-dist-'))
  writeFileSync(path.join(dist, 'index.html'), 'Hello, world.')
  const { manifest } = withIntegrity(dist)([{ url: 'index.html', revision: 'r1', size: 13 }])
  expect(manifest).toEqual([
    // The output of `openssl dgst -sha256 -binary | base64`.
    { url: 'index.html', revision: 'r1', size: 13, integrity: 'sha256-+MO/YqmqPm/BYZwlDkir51GTc9Pt9BvmLrXcRRma8u8=' },
  ])
})

test('a file that is listed and was not built fails the build', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'baywise-dist-'))
  expect(() => withIntegrity(dist)([{ url: 'assets/gone.js' }])).toThrow('gone.js')
})
