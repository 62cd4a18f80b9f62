import { useNavigate } from 'react-router-dom'
import { type Ordered, orderCart } from '../../actions/orders.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import { usePaymentChoice } from '../../parts/use-payment-choice.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { Cart } from '../../queries/use-marketplace.ts'
import type { CartPrice } from '../../queries/marketplace-price.ts'

/** Returns the next page: the order, or the payment page, which shows how long the goods are held. */
export const orderedPath = (ordered: Ordered): string =>
  ordered.kind === 'order'
    ? moreRoutes.order.href(ordered.order.order_code)
    : routes.payment.href(ordered.payment.reference)

/** Orders one cart at a time, with its payment method. */
export function useOrderCart(cart: Cart, { total: totalMinor, currency, problem }: CartPrice) {
  const navigate = useNavigate()
  const payment = usePaymentChoice({ country_code: cart.country, currency }, { totalMinor, isGuest: false })
  const { failure, isBusy, run } = useSingleFlight<Ordered>(
    (ordered) => void navigate(orderedPath(ordered), { replace: true }),
  )
  const method = payment.chosen === null ? 'wallet' : 'gateway'
  const pay = () => void run(() => orderCart({ cart, totalMinor, withCoupon: problem === null, method }))
  return { failure, isBusy, payment, pay }
}
