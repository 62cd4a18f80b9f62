import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Message catalogues of the phone. The provider's texts are `provider/messages/{en,fr}.ts`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  // Places in the sources would change the catalogues with every unrelated edit.
  format: formatter({ origins: false }),
  orderBy: 'messageId',
})
