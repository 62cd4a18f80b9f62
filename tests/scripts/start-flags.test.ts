import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROVIDER_FLAGS } from '../../scripts/setup.mjs'

test.each(['deploy/container/Containerfile', 'deploy/systemd/baywise@.service'])(
  '%s starts the provider with the memory that it was measured with',
  (name) => {
    const words = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8').replaceAll(/[",]/g, '')
    expect(words).toContain(`${PROVIDER_FLAGS.join(' ')} provider/server.ts`)
  },
)
