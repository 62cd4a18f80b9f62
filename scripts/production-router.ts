import path from 'node:path'
import type { Plugin } from 'vite'

/** Absolute: the package's `exports` do not name these files. */
const fileOf = (name: string): string => path.resolve('node_modules/react-router/dist/production', name)

/**
 * The router as its authors build it for use, instead of the one with warnings for developers that its package gives to every bundler:
 * a part of the first script that no driver reads.
 */
export const productionRouter: Plugin = {
  name: 'baywise:production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: fileOf('index.mjs') },
        { find: /^react-router\/dom$/, replacement: fileOf('dom-export.mjs') },
      ],
    },
  }),
}
