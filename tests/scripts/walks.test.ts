import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, ...walks] = readFileSync('docs/walks.md', 'utf8').split('\n## ')

test.each(walks.map((walk) => [walk.split('\n')[0] ?? '', walk] as const))(
  '%s: every file of the walk is there, and a newcomer enters at most 35',
  (_title, walk) => {
    const files = Array.from(walk.matchAll(/^\| \d+ \| `([^`]+)`/gm), ([, file]) => file ?? '')
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
    expect(files.length).toBeGreaterThan(20)
    expect(files.length).toBeLessThanOrEqual(35)
  },
)
