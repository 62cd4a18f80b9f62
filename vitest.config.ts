import { availableParallelism } from 'node:os'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { helpArticles } from './scripts/help-articles.ts'
import { modernDexie } from './scripts/modern-dexie.ts'
import { ownSheets } from './scripts/own-sheets.ts'

const setupFiles = ['tests/setup/fail-on-console-error.ts', 'tests/setup/wait-longer.ts']
/** Of files that share a process: they come in any order. */
const shared = { isolate: false, setupFiles: [...setupFiles, 'tests/setup/leave-nothing.ts'] }
/** A world replaces what a process has, before anything else is loaded. */
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
    // Vitest leaves a core to others, which on a small machine is half of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    unstubGlobals: true,
    // Inlined, so that they import the Dexie that the tests and the built app import, not a second copy.
    server: { deps: { inline: ['dexie-react-hooks'] } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Only ends what hangs, also on a slow machine that is busy with something else; most take a few milliseconds.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.dom.test.ts', PROVIDER, WORLDS],
          // A third of the run was spent on loading the same modules for each file.
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
          // Longer than one wait of `tests/setup/wait-longer.ts`, so that the wait says what did not come.
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
          // Every worker starts clones of one template database: few at a time, on a small machine.
          maxWorkers: 2,
          // What the provider keeps is in its `deps`, made anew by each file: loading its modules 195 times was a third of the run.
          ...shared,
          globalSetup: ['tests/provider/support/global-setup.ts'],
        },
      },
    ],
  },
})
