import { registerHooks } from 'node:module'

/**
 * For `node --import`: a simulated phone runs the same build of Dexie as the app (`scripts/modern-dexie.ts`), instead
 * of the ES5 build that plain Node resolves in the package.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'dexie' ? 'dexie/dist/modern/dexie.mjs' : specifier, context),
})
