import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Checks a small tree of these files against the real rules; returns `rule: from -> to` for each violation. */
function breaksIn(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-law-'))
  folders.push(folder)
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  copyFileSync(path.join(ROOT, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const tops = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? file))]
  const args = ['--config', path.join(ROOT, '.ci/bounds.cjs'), '--output-type', 'json', ...tops]
  const run = spawnSync(path.join(ROOT, 'node_modules/.bin/depcruise'), args, { cwd: folder, encoding: 'utf8' })
  if (run.error !== undefined) throw run.error
  const report: { summary: { violations: { rule: { name: string }; from: string; to: string }[] } } = JSON.parse(
    run.stdout,
  )
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).toSorted()
}

const LEAF = 'export const leaf = 1\n'
const using = (...modules: string[]): string => modules.map((module) => `import '${module}'`).join('\n')

test('a tree that keeps the law is clean', () => {
  expect(
    breaksIn({
      'src/lib/leaf.ts': LEAF,
      'src/domain/rule.ts': `${using('../lib/leaf.ts')}\n${LEAF}`,
      'src/db/read.ts': using('dexie', '../domain/rule.ts'),
      'src/db/apply.ts': LEAF,
      'src/actions/book.online.ts': using('../db/apply.ts', '../db/read.ts'),
      'src/queries/query.ts': `${using('dexie-react-hooks')}\n${LEAF}`,
      'src/queries/use-parks.ts': using('../db/read.ts', './query.ts'),
      'src/screens/find/find.tsx': using('../../queries/use-parks.ts', './list.ts'),
      'src/screens/find/list.ts': LEAF,
      'src/screens/find/map/find-map.tsx': using('../../../parts/map/map-box.tsx', 'leaflet'),
      'src/parts/map/map-box.tsx': `${using('leaflet')}\n${LEAF}`,
      'provider/app.ts': using('../src/domain/rule.ts', 'hono'),
    }),
  ).toEqual([])
}, 90_000)

test('every kind of break is reported', () => {
  const breaks = breaksIn({
    'src/lib/leaf.ts': using('../domain/rule.ts'),
    'src/domain/rule.ts': LEAF,
    'src/db/apply.ts': LEAF,
    'src/outbox/enqueue.ts': LEAF,
    'src/queries/use-parks.ts': using('../db/apply.ts', 'ky', 'dexie-react-hooks'),
    'src/actions/cancel.ts': using('../db/apply.ts'),
    'src/screens/find/find.tsx': using('../park/park.ts', 'dexie', 'node:fs'),
    'src/screens/park/park.ts': using('../../outbox/enqueue.ts', 'leaflet', 'workbox-core'),
    'src/app/bad.ts': using('../../provider/app.ts', 'hono'),
    'provider/app.ts': using('../src/db/apply.ts', 'react'),
  })
  expect(breaks).toEqual(
    expect.arrayContaining([
      'layer-lib: src/lib/leaf.ts -> src/domain/rule.ts',
      'layer-queries: src/queries/use-parks.ts -> src/db/apply.ts',
      'door-db-apply: src/actions/cancel.ts -> src/db/apply.ts',
      'screens-are-strangers: src/screens/find/find.tsx -> src/screens/park/park.ts',
      'no-node-on-the-phone: src/screens/find/find.tsx -> fs',
      'door-outbox-enqueue: src/screens/park/park.ts -> src/outbox/enqueue.ts',
      'layer-app: src/app/bad.ts -> provider/app.ts',
      'layer-provider: provider/app.ts -> src/db/apply.ts',
    ]),
  )
  const owned = ['ky', 'dexie', 'dexie-react-hooks', 'leaflet', 'workbox', 'provider']
  const reported = breaks.filter((line) => line.startsWith('package-')).map((line) => line.split(':')[0])
  expect(new Set(reported)).toEqual(new Set(owned.map((name) => `package-${name}`)))
  expect(breaks.filter((line) => line.startsWith('no-react-below-queries'))).toHaveLength(1)
}, 90_000)

test('in the provider no floor sees one above it, types included; circles and impure rules are breaks', () => {
  const breaks = breaksIn({
    'provider/app.ts': using('./routes/parks.ts'),
    'provider/routes/parks.ts': `import type {} from '../app.ts'\n${LEAF}`,
    'provider/services/book.ts': `import type {} from '../routes/parks.ts'\n${LEAF}`,
    'provider/gateways/wave.ts': `${using('../services/book.ts')}\n${LEAF}`,
    'provider/repositories/rows.ts': `${using('../services/book.ts')}\n${LEAF}`,
    'provider/db/pool.ts': `${using('../repositories/rows.ts')}\n${LEAF}`,
    'provider/rules/price.ts': `${using('../repositories/rows.ts', 'node:fs')}\n${LEAF}`,
    'provider/http/problem.ts': `${using('../rules/price.ts')}\n${LEAF}`,
    'provider/messages/en.ts': `import type {} from './fr.ts'\n${LEAF}`,
    'provider/messages/fr.ts': `import type {} from './en.ts'\n${LEAF}`,
    'provider/messages/texts.ts': using('../rules/price.ts'),
    'provider/loose.ts': using('./messages/en.ts'),
  })
  expect(breaks).toEqual(
    expect.arrayContaining([
      'floor-routes: provider/routes/parks.ts -> provider/app.ts',
      'floor-services: provider/services/book.ts -> provider/routes/parks.ts',
      'floor-gateways: provider/gateways/wave.ts -> provider/services/book.ts',
      'floor-repositories: provider/repositories/rows.ts -> provider/services/book.ts',
      'floor-db: provider/db/pool.ts -> provider/repositories/rows.ts',
      'floor-rules: provider/rules/price.ts -> provider/repositories/rows.ts',
      'floor-http: provider/http/problem.ts -> provider/rules/price.ts',
      'floor-messages: provider/messages/texts.ts -> provider/rules/price.ts',
      'provider-rules-are-pure: provider/rules/price.ts -> fs',
      'provider-no-circle: provider/messages/en.ts -> provider/messages/fr.ts',
      'provider-has-floors: provider/loose.ts -> provider/messages/en.ts',
    ]),
  )
}, 90_000)
