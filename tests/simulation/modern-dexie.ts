import { registerHooks } from 'node:module'

/**
 * For `node --import`: a simulated phone runs the same build of Dexie as the app (`scripts/modern-dexie.ts`), and not the ES5 that plain
 * Node finds in the package.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'dexie' ? 'dexie/dist/modern/dexie.mjs' : specifier, context),
})
