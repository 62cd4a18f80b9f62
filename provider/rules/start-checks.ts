import { isPlainElsewhere } from './plain-address.ts'

type Environment = Readonly<Record<string, string | undefined>>

const GATEWAY_KEYS = ['PAYSTACK_SECRET_KEY', 'STRIPE_SECRET_KEY', 'WAVE_API_KEY'] as const

/** The secrets with which gateways sign their webhooks, where that is not the API key. */
const WEBHOOK_SECRETS = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['WAVE_API_KEY', 'WAVE_WEBHOOK_SECRET'],
] as const

/** Requests to these addresses carry secrets: drivers' sessions and the gateways' keys. */
const ENCRYPTED = ['PUBLIC_URL', 'PAYSTACK_URL', 'WAVE_URL', 'STRIPE_URL'] as const

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * Lists every reason why a provider that takes real money, or may, must not start with these settings; each names the
 * variable to set.
 */
export function findStartProblems(environment: Environment, sandbox: boolean): readonly string[] {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== ''
  const problems: string[] = []
  const key = GATEWAY_KEYS.find(isSet)
  if (key !== undefined && !isSet('SANDBOX'))
    problems.push(`SANDBOX: not set beside ${key}; set SANDBOX=0 to take real money, SANDBOX=1 to try things out`)
  if (sandbox) return problems
  if (!isSet('SMTP_URL')) problems.push('SMTP_URL: not set; without it no code and no receipt can be mailed')
  if (!isSet('KEY_ENCRYPTION_KEY'))
    problems.push('KEY_ENCRYPTION_KEY: not set; make one with "openssl rand -base64 32" and keep it apart from backups')
  if (!isSet('MAIL_FROM')) problems.push('MAIL_FROM: not set; mail that comes from nowhere is not delivered')
  if (!isSet('CONTACT_EMAIL')) problems.push('CONTACT_EMAIL: not set; what people write by the forms goes there')
  if (!isSet('PUBLIC_URL')) problems.push('PUBLIC_URL: not set; the links of mails and payments begin with it')
  else if (!isWebAddress(environment['PUBLIC_URL'] ?? ''))
    problems.push('PUBLIC_URL: not an address that begins with http:// or https://')
  for (const name of ENCRYPTED) {
    if (isPlainElsewhere((environment[name] ?? '').trim()))
      problems.push(`${name}: must begin with https:// unless it is an address of this machine`)
  }
  for (const [gatewayKey, secret] of WEBHOOK_SECRETS) {
    if (isSet(gatewayKey) && !isSet(secret))
      problems.push(`${secret}: not set beside ${gatewayKey}; what the gateway tells could not be checked`)
  }
  return problems
}
