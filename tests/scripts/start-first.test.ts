import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { filesAhead } from '../../scripts/start-first.ts'

const chunk = (fileName: string, moduleIds: readonly string[], imports: readonly string[] = []) => [
  `assets/${fileName}`,
  {
    type: 'chunk',
    fileName: `assets/${fileName}`,
    moduleIds: moduleIds.map((id) => `/app/${id}`),
    imports: imports.map((name) => `assets/${name}`),
  },
]

const bundleOf = (...chunks: ReturnType<typeof chunk>[]): Rolldown.OutputBundle =>
  Object.fromEntries(chunks) as Rolldown.OutputBundle

const HOME = ['src/screens/home/running-card.tsx', 'src/screens/home/saved-parks.tsx', 'src/parts/vehicle-field.tsx']

test('files that a relaunch runs are named once each, by what calls for them, without what the page names itself', () => {
  const bundle = bundleOf(
    chunk('start.js', ['src/start.ts'], ['storage.js']),
    chunk('storage.js', ['src/lib/local-storage.ts']),
    chunk('main.js', ['src/main.tsx'], ['runtime.js', 'start.js']),
    chunk('runtime.js', ['runtime']),
    chunk('data.js', ['src/queries/query.ts'], ['main.js', 'storage.js']),
    chunk('en.js', ['locales/en.po']),
    chunk('fr.js', ['locales/fr.po']),
    chunk('parts.js', ['src/parts/price-age.tsx'], ['data.js', 'main.js']),
    chunk('home.js', HOME, ['parts.js']),
    chunk('account.js', ['src/app/header-account.tsx'], ['main.js']),
    chunk('map.js', ['src/screens/find/find-map.tsx'], ['main.js']),
  )
  expect(filesAhead(bundle)).toEqual({
    '': ['main.js', 'runtime.js', 'data.js'],
    en: ['en.js'],
    fr: ['fr.js'],
    '/': ['home.js', 'parts.js', 'account.js'],
  })
})

test('a module that the build has no more fails it: its file would silently come late', () => {
  expect(() => filesAhead(bundleOf(chunk('start.js', ['src/start.ts'])))).toThrow('src/main.tsx is in no file')
})
