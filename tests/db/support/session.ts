import type { SessionWire } from '../../../src/contract/auth.ts'

/** A session as the provider issues it. */
export const sessionOf = (userId = '01890a5d-ac96-774b-bcce-b302099a8057'): SessionWire => ({
  access_token: 'access',
  refresh_token: 'refresh',
  expires_in: 900,
  user: {
    user_id: userId,
    email: 'awa@example.test',
    first_name: 'Awa',
    last_name: 'Diop',
    phone: null,
    country_id: 3,
    country: { code: 'CA' },
    language: 'en',
    email_verified: true,
  },
})
