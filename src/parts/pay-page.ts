import { useNavigate } from 'react-router-dom'
import type { PaymentInfo } from '../contract/payments.ts'
import { parseUrl } from '../lib/parse-url.ts'

export type PayPage = Pick<PaymentInfo, 'authorization_url' | 'checkout_url' | 'payment_url'>

type Way = { readonly kind: 'app'; readonly path: string } | { readonly kind: 'page'; readonly address: string }

/**
 * Returns our own payment route, or a page of the gateway (the sandbox's page is ours too, but not a page of the app).
 * Undefined when there is no safe address.
 */
export function findPayWay(info: PayPage, origin: string): Way | undefined {
  const link = info.authorization_url ?? info.checkout_url ?? info.payment_url
  const url = link === undefined ? undefined : parseUrl(link, origin)
  if (url === undefined) return undefined
  if (url.origin === origin && !url.pathname.startsWith('/sandbox/'))
    return { kind: 'app', path: `${url.pathname}${url.search}` }
  return url.origin === origin || url.protocol === 'https:' ? { kind: 'page', address: url.href } : undefined
}

/**
 * Opens the payment page in this tab, because gateways return to where they were opened. Returns false when there is
 * none.
 */
export function useOpenPayPage(): (info: PayPage) => boolean {
  const navigate = useNavigate()
  return (info) => {
    const way = findPayWay(info, location.origin)
    if (way?.kind === 'app') void navigate(way.path)
    else if (way?.kind === 'page') location.assign(way.address)
    return way !== undefined
  }
}
