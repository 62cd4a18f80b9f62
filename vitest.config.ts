import { availableParallelism } from 'node:os'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { helpArticles } from './scripts/help-articles.ts'
import { modernDexie } from './scripts/modern-dexie.ts'
import { ownSheets } from './scripts/own-sheets.ts'

const setupFiles = ['tests/setup/fail-on-console-error.ts', 'tests/setup/wait-longer.ts']
/** For files that share a process and run in any order. */
const shared = { isolate: false, setupFiles: [...setupFiles, 'tests/setup/leave-nothing.ts'] }
/** The simulation's worlds replace process globals before any other module loads. */
const WORLDS = 'tests/simulation/**/*.test.ts'
const PROVIDER = 'tests/**/*.pg.test.ts'

/** The suffix of a test names its environment: `.test.ts` Node, `.dom.test.tsx` jsdom, `.pg.test.ts` PostgreSQL. */
export default defineConfig({
  plugins: [
    ownSheets(),
    helpArticles,
    react(),
    lingui(),
    babel({ presets: [reactCompilerPreset(), linguiTransformerBabelPreset()] }),
    modernDexie,
  ],
  test: {
    // Vitest's default leaves one core free, which on a small machine is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    unstubGlobals: true,
    // Inlined, so that they import the same copy of Dexie as the tests and the built app.
    server: { deps: { inline: ['dexie-react-hooks'] } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Only ends tests that hang, even on a slow and busy machine; most take a few milliseconds.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.dom.test.ts', PROVIDER, WORLDS],
          // Loading the same modules for each file took a third of the run.
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 90_000,
          include: [WORLDS],
          exclude: [PROVIDER],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          // Longer than one wait of `tests/setup/wait-longer.ts`, so that the wait reports what did not appear.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          include: ['tests/**/*.dom.test.{ts,tsx}'],
          setupFiles: [...setupFiles, 'tests/setup/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pg',
          environment: 'node',
          include: [PROVIDER],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Every worker clones a template database: on a small machine, few at a time.
          maxWorkers: 2,
          // The provider's state is in its `deps`, which each file makes again: loading its modules 195 times took a
          // third of the run.
          ...shared,
          globalSetup: ['tests/provider/support/global-setup.ts'],
        },
      },
    ],
  },
})
