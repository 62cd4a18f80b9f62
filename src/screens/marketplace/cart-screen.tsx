// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { addCoupon, changeCart } from '../../actions/marketplace.online.ts'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import CouponField from '../../parts/coupon-field.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { GatewayChoice } from '../../parts/gateway-choice.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useTotalLines } from '../../parts/order-amounts.tsx'
import parts from '../../parts/parts.module.css'
import { PayText } from '../../parts/pay-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { PaymentChoice } from '../../parts/use-payment-choice.ts'
import { WalletChoice } from '../../parts/wallet-choice.tsx'
import { type Cart, type CartLine, useCart } from '../../queries/use-marketplace.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ActionBar, PageHead } from '../../ui/page-head.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Total } from '../../ui/total.tsx'
import styles from './marketplace.module.css'
import { OrderFailure } from './order-failure.tsx'
import { type CartPrice, priceOf } from '../../queries/marketplace-price.ts'
import { CartIcon } from './product-sign.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { UnansweredOrders } from './unanswered-orders.tsx'
import { useOrderCart } from './use-order.ts'
import { type Report, useReport } from './use-report.ts'

/** /cart: the items to order in the chosen country; only paying needs a connection. */
export function CartScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const country = useSelectedCountry()?.code ?? 'NG'
  const saved = useCart(country)
  const { failure, report } = useReport()
  const cart = saved.status === 'ready' ? saved.value : null
  const count = cart?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.marketplace.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Cart</Trans>}
        detail={
          <>
            <Plural value={count} one="# item" other="# items" />, {format.country(country)}
          </>
        }
        end={
          cart !== null && (
            <Button kind="danger" size="small" onClick={() => report(changeCart(country, () => null))}>
              <Trans>Empty cart</Trans>
            </Button>
          )
        }
      />
      <div className={styles.pad}>
        <UnansweredOrders />
        {cart?.mended === true && (
          <Note
            tone="amber"
            icon={<TriangleIcon size={24} />}
            title={<Trans>Part of your cart couldn’t be read</Trans>}
            role="status"
          >
            {count === 0 ? (
              <Trans>Nothing was charged. Choose again what you want to buy.</Trans>
            ) : (
              <Trans>What could be read is kept. Check what is in it and how many before you pay.</Trans>
            )}
          </Note>
        )}
        {failure !== null && <FailureNote failure={failure} doing={t`Changing the cart`} />}
      </div>
      {saved.status === 'ready' &&
        (cart === null || count === 0 ? <EmptyCart /> : <FullCart cart={cart} report={report} />)}
    </div>
  )
}

function FullCart({ cart, report }: { readonly cart: Cart; readonly report: Report }) {
  const { t } = useLingui()
  const format = useFormat()
  const price = priceOf(cart, useNow())
  const totals = useTotalLines(price)
  const { failure, isBusy, payment, pay } = useOrderCart(cart, price)
  const { pathname } = useLocation()
  const session = useSession()
  const total = format.money({ amountMinor: price.total, currency: price.currency })
  const isVisitor = session.status === 'ready' && session.value === null
  return (
    <>
      {cart.lines.map((line) => (
        <CartRow key={line.product.id} line={line} report={report} />
      ))}
      <div className={styles.pad}>
        <CouponField
          country={cart.country}
          coupon={cart.coupon}
          problem={price.problem}
          onAdd={(code) => addCoupon(cart.country, code)}
          onChange={(coupon) => {
            if (coupon === null) void changeCart(cart.country, (kept) => kept && { ...kept, coupon })
          }}
        />
        <PriceLines lines={totals} />
        {!isVisitor && <PayChoice price={price} payment={payment} />}
        {failure !== null && <OrderFailure failure={failure} cart={cart} />}
      </div>
      <ActionBar>
        <div className={styles.line}>
          <p className={parts.small}>
            <Trans>Changing the country empties this cart.</Trans>
          </p>
          <Total size={28} align="end" amount={total} label={<Trans>total</Trans>} />
        </div>
        {isVisitor ? (
          <Link to={routes.login.href(pathname)} {...buttonLook({ wide: true })}>
            <Trans>Sign in to pay {total}</Trans>
          </Link>
        ) : (
          <OnlineButton
            wide
            doing={t`Paying`}
            hasInput
            busy={isBusy}
            busyLabel={<Trans>Ordering…</Trans>}
            onClick={pay}
          >
            <PayText total={total} gatewayKind={payment.chosen?.kind ?? null} />
          </OnlineButton>
        )}
      </ActionBar>
    </>
  )
}

/** Same as in the checkout of a stay. */
function PayChoice({ price, payment }: { readonly price: CartPrice; readonly payment: PaymentChoice }) {
  return (
    <>
      <WalletChoice
        currency={price.currency}
        totalMinor={price.total}
        isSignedIn
        isGuest={false}
        isChosen={payment.chosen === null}
        onChoose={() => payment.choose('wallet')}
        hint={<Trans>Top up, or pay another way. Your cart is kept.</Trans>}
      />
      {payment.offered !== null && (
        <GatewayChoice
          gateway={payment.offered}
          kept="order"
          isChosen={payment.chosen !== null}
          onChoose={() => payment.choose('gateway')}
        />
      )}
    </>
  )
}

function CartRow({ line, report }: { readonly line: CartLine; readonly report: Report }) {
  const format = useFormat()
  const { product, quantity, formerPrice } = line
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: product.currency })
  const each = money(product.price)
  const former = formerPrice === undefined ? null : money(formerPrice)
  return (
    <div className={styles.row}>
      <div>
        <strong>{product.names[format.language]}</strong>
        <p className={parts.small}>
          <Trans>{each} each</Trans>
          {former !== null && (
            <>
              {', '}
              <Trans>was {former}</Trans>
            </>
          )}
        </p>
      </div>
      <div>
        <strong>{money(product.price * quantity)}</strong>
        <QuantityStepper product={product} quantity={quantity} report={report} />
      </div>
    </div>
  )
}

const EmptyCart = () => (
  <EmptyState
    icon={<CartIcon size={28} />}
    title={<Trans>Your cart is empty</Trans>}
    text={<Trans>It stays on this phone until you order.</Trans>}
    action={
      <>
        <Link to={routes.marketplace.href()} {...buttonLook()}>
          <Trans>Marketplace</Trans>
        </Link>
        <Link to={routes.orders.href()} {...buttonLook({ kind: 'plain' })}>
          <Trans>My orders</Trans>
        </Link>
      </>
    }
  />
)
