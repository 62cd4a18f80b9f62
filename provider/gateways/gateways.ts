import type { GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { createPaystack } from './paystack.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createStripe } from './stripe.ts'
import { createWave } from './wave.ts'
import { canCharge } from './wire-scale.ts'

type RealName = Exclude<GatewayName, 'sandbox'>

/**
 * The gateway of a currency's country, then its fallback. If both fail, the specification falls back to Nigeria's
 * gateway.
 */
const BY_CURRENCY: Readonly<Record<Currency, readonly RealName[]>> = {
  NGN: ['paystack'],
  XOF: ['wave', 'paystack'],
  USD: ['stripe'],
  CAD: ['stripe'],
}
const LAST_RESORT: RealName = 'paystack'

const KIND: Readonly<Record<RealName, PaymentKind>> = { paystack: 'card_bank', wave: 'mobile_money', stripe: 'card' }
const KINDS: readonly PaymentKind[] = ['card_bank', 'mobile_money', 'card']

export interface Gateways {
  /** Gateways that can charge the currency, in the order to try them. Empty when payment is unavailable. */
  listFor(currency: Currency): readonly Gateway[]
  /** Returns undefined for a gateway whose key is not set, or has been removed. */
  find(name: GatewayName, kind: PaymentKind | null): Gateway | undefined
}

/** Creates the gateways whose keys are set. */
function createReal(config: GatewayConfig): Readonly<Partial<Record<RealName, Gateway>>> {
  const { paystack, wave, stripe, timeoutMs } = config
  return {
    ...(paystack === null ? {} : { paystack: createPaystack({ ...paystack, timeoutMs }) }),
    ...(wave === null ? {} : { wave: createWave({ ...wave, timeoutMs }) }),
    ...(stripe === null ? {} : { stripe: createStripe({ ...stripe, timeoutMs }) }),
  }
}

export interface GatewayDeps {
  readonly db: Database
  readonly clock: Clock
  readonly config: { readonly gateways: GatewayConfig; readonly sandbox: boolean; readonly publicUrl: string }
}

function createGateways(deps: GatewayDeps): Gateways {
  const real = createReal(deps.config.gateways)
  const standIns = new Map(KINDS.map((kind) => [kind, createSandboxGateway(deps, kind)]))
  return {
    listFor(currency) {
      const names = [...new Set([...BY_CURRENCY[currency], LAST_RESORT])].filter((name) => canCharge(name, currency))
      const [first] = names
      // The sandbox replaces only the first choice: play money must never take over after a real gateway failed.
      const standIn = first !== undefined && real[first] === undefined ? standIns.get(KIND[first]) : undefined
      if (standIn !== undefined && deps.config.sandbox) return [standIn]
      return names.flatMap((name) => real[name] ?? [])
    },
    find(name, kind) {
      if (name !== 'sandbox') return real[name]
      return deps.config.sandbox && kind !== null ? standIns.get(kind) : undefined
    },
  }
}

/** One set of gateways per provider, shared by all routes and jobs. */
const made = new WeakMap<object, Gateways>()

export function getGateways(deps: GatewayDeps): Gateways {
  const gateways = made.get(deps) ?? createGateways(deps)
  made.set(deps, gateways)
  return gateways
}
