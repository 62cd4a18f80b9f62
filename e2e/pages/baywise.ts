import type { Page } from '@playwright/test'
import type { Words } from '../words.ts'
import { AuthPages } from './auth-pages.ts'
import { BookingPages } from './booking-pages.ts'
import { CheckoutPage } from './checkout-page.ts'
import { EventPages } from './events.ts'
import { FindPages } from './find-pages.ts'
import { Frame } from './frame.ts'
import { MarketplacePages } from './marketplace.ts'
import { PaymentPages } from './payment-pages.ts'
import { ProfilePage } from './profile-page.ts'
import { WalletPage } from './wallet-page.ts'

/** All pages of the app on one browser page. */
export class Baywise {
  readonly page: Page
  readonly words: Words
  readonly frame: Frame
  readonly find: FindPages
  readonly auth: AuthPages
  readonly checkout: CheckoutPage
  readonly bookings: BookingPages
  readonly wallet: WalletPage
  readonly events: EventPages
  readonly marketplace: MarketplacePages
  readonly payments: PaymentPages
  readonly profile: ProfilePage

  constructor(page: Page, words: Words) {
    this.page = page
    this.words = words
    this.frame = new Frame(page, words)
    this.find = new FindPages(page, words)
    this.auth = new AuthPages(page, words)
    this.checkout = new CheckoutPage(page, words)
    this.bookings = new BookingPages(page, words)
    this.wallet = new WalletPage(page, words)
    this.events = new EventPages(page, words)
    this.marketplace = new MarketplacePages(page, words)
    this.payments = new PaymentPages(page, words)
    this.profile = new ProfilePage(page, words)
  }
}
