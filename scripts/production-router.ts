import path from 'node:path'
import type { Plugin } from 'vite'

/** Absolute: the package's `exports` do not name these files. */
const fileOf = (name: string): string => path.resolve('node_modules/react-router/dist/production', name)

/**
 * The router's production build, instead of the one with developer warnings that its package gives to every bundler:
 * saves a part of the first script that is useless to drivers.
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
