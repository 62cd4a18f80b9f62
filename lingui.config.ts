import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The phone's message catalogues. The provider's texts are in `provider/messages/{en,fr}.ts`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  // Source positions would change the catalogues with every unrelated edit.
  format: formatter({ origins: false }),
  orderBy: 'messageId',
})
