import { CartScreen } from './cart-screen.tsx'
import { MarketplaceScreen } from './marketplace-screen.tsx'
import { OrderScreen } from './order-screen.tsx'
import { OrdersScreen } from './orders-screen.tsx'
import { PlansScreen } from './plans-screen.tsx'
import { ProductScreen } from './product-screen.tsx'

const PAGES = {
  marketplace: MarketplaceScreen,
  product: ProductScreen,
  cart: CartScreen,
  orders: OrdersScreen,
  order: OrderScreen,
  plans: PlansScreen,
} as const

/** All marketplace pages in one chunk, so the entry does not have to list six. */
export default function MarketplacePages({ page }: { readonly page: keyof typeof PAGES }) {
  const Page = PAGES[page]
  return <Page />
}
