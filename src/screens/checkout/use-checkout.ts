import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { refreshSubscriptions } from '../../actions/plans.online.ts'
import { routes } from '../../config/routes.ts'
import type { Park } from '../../contract/parks.ts'
import type { Quote } from '../../domain/tariff.ts'
import { noteArrival } from '../../lib/arrivals.ts'
import { ok } from '../../lib/result.ts'
import { atEvent, type EventStay } from '../../parts/event-stay.ts'
import type { FieldProblem } from '../../parts/field-checks.ts'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { useBook } from '../../parts/use-book.ts'
import { quoteStay } from '../../parts/quote-stay.ts'
import { useContinuedStay } from '../../parts/use-continued-stay.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useStay } from '../../parts/use-stay.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { useCoupon } from './use-coupon.ts'
import { useHold } from './use-hold.ts'
import { usePayer } from './use-payer.ts'
import { useVehicleChoice } from '../../parts/vehicle-step.tsx'

/** Both ways to book: from the wallet, and through the gateway. */
function useRequests(isGuest: boolean) {
  const navigate = useNavigate()
  const openPayPage = useOpenPayPage()
  const clearDraft = useCheckoutDraft((draft) => draft.clear)
  const booking = useBook({
    onBooked: (code) => {
      noteArrival(code)
      clearDraft()
      void navigate(routes.bookingSuccess.href(code), { replace: true })
    },
    onSettled: () => void navigate(routes.bookings.href()),
  })
  const hold = useHold({
    onHeld: ({ payment: { reference }, info }) => {
      clearDraft()
      // Going back from the gateway's page leads to the payment page, which shows how long the space is held.
      void navigate(routes.payment.href(reference), { replace: true })
      if (isGuest) openPayPage(info)
    },
    onSettled: () => void navigate(routes.wallet.href()),
  })
  return { booking, hold }
}

/** Focuses the invalid field after the render; it may be far above the button. */
const focusWrongField = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid]')?.focus())

/** State of the checkout: the choices, the price, and the request. */
export function useCheckout(
  park: Park,
  { isGuest, event }: { readonly isGuest: boolean; readonly event?: EventStay | undefined },
) {
  const { i18n } = useLingui()
  const stay = atEvent(useStay(), event)
  const session = useSession()
  const isSignedIn = session.status === 'ready' && session.value !== null
  const vehicle = useVehicleChoice(stay)
  const [contactProblem, setContactProblem] = useState<FieldProblem | null>(null)
  const country = useSelectedCountry()?.code ?? 'NG'
  const typedContact = useCheckoutDraft((draft) => draft.contact)
  const { booking, hold } = useRequests(isGuest)
  const { plate } = vehicle.chosen ?? vehicle
  const previousStay = useContinuedStay(park, { ...stay, plate }, booking.failure ?? hold.failure)
  const plan = usePlanTerms(park)
  const hasAccount = isSignedIn && !isGuest
  useRefresh(refreshSubscriptions, hasAccount)
  const priced = { ...stay, vehicleTypeId: vehicle.typeId, previousStay, plan }
  const whole = quoteStay(park, priced)
  const { payer, payment } = usePayer(park, {
    totalMinor: whole.ok ? whole.value.totalMinor : null,
    hasAccount,
    isGuest,
  })
  const used = useCoupon(park, whole.ok ? whole.value : null, payment.chosen === null)
  const price = used.quote === null ? whole : ok(used.quote)
  const isStranger = isGuest && !isSignedIn

  /** Returns how to open the guest's session; null when the contact is invalid, which its field shows. */
  const takeGuest = async () => {
    // Already loaded: the chunk renders the contact field.
    const { takeContact, becomeGuest } = await import('./guest-step.tsx')
    const contact = await takeContact(country)
    setContactProblem(contact.ok ? null : contact.error)
    if (!contact.ok) return null
    const language = i18n.locale === 'fr' ? 'fr' : 'en'
    return () => becomeGuest({ contact: contact.value, country_code: park.country_code, language })
  }

  const pay = async (quote: Quote) => {
    const chosen = vehicle.take()
    const guest = isStranger ? await takeGuest() : null
    if (chosen === null || (isStranger && guest === null)) {
      focusWrongField()
      return
    }
    const companyId = payer.chosen?.company_id ?? null
    const request = { park, stay, quote, vehicle: chosen, event, couponCode: used.code, companyId }
    await (payment.chosen === null ? booking.book(request) : hold.hold(request, guest))
  }

  return {
    ...{ stay, vehicle, contactProblem, plate, previousStay, priced, price, payment, payer, isSignedIn, used, pay },
    isBusy: booking.isBusy || hold.isBusy,
    tried: payment.chosen === null ? booking : hold,
    // Keeps the contact step while the payment starts, although the guest has a session by then.
    asksContact: isStranger || (isGuest && typedContact !== ''),
  }
}

export type Checkout = ReturnType<typeof useCheckout>
