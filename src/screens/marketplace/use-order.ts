import { useNavigate } from 'react-router-dom'
import { placeOrder } from '../../actions/orders.online.ts'
import { routes } from '../../config/routes.ts'
import type { Order } from '../../contract/orders.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { Cart } from '../../queries/use-marketplace.ts'
import type { CartPrice } from '../../queries/marketplace-price.ts'

/** One order at a time, paid from the wallet. */
export function useOrderCart() {
  const navigate = useNavigate()
  const { failure, isBusy, run } = useSingleFlight<Order>(
    (order) => void navigate(routes.order.href(order.order_code), { replace: true }),
  )
  const pay = (cart: Cart, { total: totalMinor, problem }: CartPrice) =>
    void run(() => placeOrder({ cart, totalMinor, withCoupon: problem === null }))
  return { failure, isBusy, pay }
}
