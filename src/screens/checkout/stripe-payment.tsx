import { Trans, useLingui } from '@lingui/react/macro'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { loadPaymentGateways, loadPaymentSecret } from '../../actions/payments.online.ts'
import type { PaymentWire } from '../../contract/payments.ts'
import { COUNTRIES } from '../../domain/country.ts'
import type { Currency, Money } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { must } from '../../lib/assert.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './checkout.module.css'

interface Form {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

type Opened = { readonly form: Form } | { readonly failure: ActionError }

export interface StripePaymentProps {
  readonly payment: PaymentWire
  /** Undefined for a payment started on another phone; the provider is then asked for it. */
  readonly publicKey: string | undefined
  readonly resultPath: string
}

async function findKey(currency: Currency): Promise<string | null> {
  const country = must(
    COUNTRIES.find((candidate) => candidate.currency === currency),
    'country of the currency',
  )
  const config = await loadPaymentGateways(country.code)
  return config.ok ? (config.value.gateways.find(({ provider }) => provider === 'stripe')?.public_key ?? null) : null
}

interface FormRequest extends Money {
  readonly reference: string
  readonly publicKey: string | undefined
  readonly language: 'en' | 'fr'
}

const UNAVAILABLE: ActionError = { kind: 'refused', code: 'payment_unavailable', detail: '', extra: {} }

/**
 * Loads the gateway's script, then its form. A script that fails to load (blocker, no connection) counts as the payment
 * service being unreachable.
 */
async function openForm({ publicKey, language, ...payment }: FormRequest): Promise<Opened> {
  const secret = await loadPaymentSecret(payment)
  if (!secret.ok) return { failure: secret.error }
  const key = publicKey ?? (await findKey(payment.currency))
  if (key === null) return { failure: UNAVAILABLE }
  const [loaded] = await Promise.allSettled([loadStripe(key, { locale: language })])
  const stripe = loaded.status === 'fulfilled' ? loaded.value : null
  if (stripe === null) return { failure: UNAVAILABLE }
  return { form: { stripe, elements: stripe.elements({ clientSecret: secret.value }) } }
}

/** The card form. Its fields belong to the gateway: no card number passes through this app. */
export default function StripePayment({ payment, publicKey, resultPath }: StripePaymentProps) {
  const { t } = useLingui()
  const format = useFormat()
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { language } = format
  const { reference, amount: amountMinor, currency } = payment

  useEffect(() => {
    let isCurrent = true
    const host = place.current
    const open = async () => {
      const next = await openForm({ reference, amountMinor, currency, publicKey, language })
      if (!isCurrent) return
      setOpened(next)
      if ('form' in next && host !== null) next.form.elements.create('payment').mount(host)
    }
    void open()
    return () => {
      isCurrent = false
      // Remove what the gateway mounted for the previous form.
      host?.replaceChildren()
    }
  }, [reference, amountMinor, currency, publicKey, language])

  const pay = async ({ stripe, elements }: Form) => {
    setBusy(true)
    setRefusal(null)
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: new URL(resultPath, location.origin).href },
    })
    // Reached only on failure: on success the browser has left this page.
    setBusy(false)
    setRefusal(error.message ?? t`The payment was declined or stopped. Nothing was charged.`)
  }

  const money = format.money({ amountMinor, currency })
  return (
    <div className={styles.stack}>
      {opened === null && <Skeleton size="card" width="full" />}
      <div ref={place} />
      {opened !== null && 'failure' in opened && <FailureNote failure={opened.failure} doing={t`Opening this page`} />}
      {refusal !== null && (
        <Note tone="bad" icon={<OctagonCrossIcon size={24} />} title={t`The payment didn’t go through`} role="alert">
          {refusal}
        </Note>
      )}
      {opened !== null && 'form' in opened && (
        <Button wide busy={isBusy} busyLabel={<Trans>Paying…</Trans>} onClick={() => void pay(opened.form)}>
          <Trans>Pay {money}</Trans>
        </Button>
      )}
      <Link to={resultPath} {...buttonLook({ kind: 'secondary', wide: true })}>
        <Trans>Check payment</Trans>
      </Link>
    </div>
  )
}
