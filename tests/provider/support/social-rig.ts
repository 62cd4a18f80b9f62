import type { SocialConfig } from '../../../provider/rules/social-config.ts'
import { post } from './accounts.ts'
import { type IdentityService, PROJECT, startIdentityService, type TokenOptions } from './identity-service.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

type Changes = Readonly<Record<string, unknown>>

export const socialBody = (idToken: string, changes: Changes = {}) => ({
  email: 'awa@example.test',
  name: 'Awa Diop',
  photo_url: null,
  firebase_uid: 'uid-awa',
  provider: 'google',
  id_token: idToken,
  ...changes,
})

export const sendToken = (at: TestProvider, idToken: string, changes: Changes = {}): Promise<Response> =>
  post(at, '/auth/social-login', socialBody(idToken, changes))

/** A provider and the identity service whose tokens it accepts. */
export interface SocialRig {
  readonly service: IdentityService
  readonly social: SocialConfig
  readonly provider: TestProvider
  /** Signs in as a user whom the service has just authenticated. */
  readonly signInAs: (claims?: TokenOptions['claims'], changes?: Changes) => Promise<Response>
  readonly close: () => Promise<void>
}

export async function startSocialRig(): Promise<SocialRig> {
  const service = await startIdentityService()
  const social = {
    projectId: PROJECT,
    apiKey: 'key-of-the-project',
    authDomain: 'demo-baywise.firebaseapp.com',
    emulatorHost: null,
    keysUrl: service.keysUrl,
  }
  const provider = await startTestProvider({ config: { social } })
  return {
    service,
    social,
    provider,
    signInAs: async (claims = {}, changes = {}) =>
      sendToken(provider, await service.token({ nowMs: provider.clock.now(), claims }), changes),
    close: async () => {
      await provider.close()
      await service.close()
    },
  }
}
