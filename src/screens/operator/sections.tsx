import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { OperatorKeyWire, OperatorScope } from '../../contract/operator.ts'
import { CalendarIcon, CheckIcon, KeyIcon, ReloadIcon } from '../../ui/icons-action.tsx'
import {
  CarIcon,
  GarageIcon,
  PersonIcon,
  QrIcon,
  ReceiptIcon,
  StarIcon,
  TicketIcon,
  WalletIcon,
} from '../../ui/icons-place.tsx'
import { ClockIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { AuditSection } from './audit-section.tsx'
import { ClosuresSection } from './closures-section.tsx'
import { CouponsSection } from './coupons/coupons-section.tsx'
import { EventsSection } from './events/events-section.tsx'
import { MembersSection } from './members-section.tsx'
import { AccountsSection } from './money/accounts-section.tsx'
import { ActsSection } from './money/acts-section.tsx'
import { CasesSection } from './money/cases-section.tsx'
import { ChargesSection } from './money/charges-section.tsx'
import { PayoutsSection } from './money/payouts-section.tsx'
import { OrdersSection } from './orders/orders-section.tsx'
import { ParksSection } from './parks-section.tsx'
import { PhonesSection } from './phones-section.tsx'
import { PlansSection } from './plans/plans-section.tsx'
import { PricesSection } from './prices/prices-section.tsx'
import { ProductsSection } from './products/products-section.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { StatementsSection } from './statements-section.tsx'
import { TodaySection } from './today-section.tsx'

export interface SectionProps {
  readonly operator: OperatorKeyWire
  /** Code of the chosen car park; null for none or all. */
  readonly park: string | null
  /** Called after a car park was added or renamed. */
  readonly onParks?: (() => void) | undefined
}

export interface Section {
  /** Used in the URL. */
  readonly name: string
  /** Shown only to members with this scope. */
  readonly scope: OperatorScope
  readonly title: MessageDescriptor
  readonly icon: ComponentType
  readonly Body: ComponentType<SectionProps>
}

/** The console's pages, in menu order. */
export const SECTIONS: readonly Section[] = [
  { name: 'cases', scope: 'money', title: msg`Money cases`, icon: OctagonCrossIcon, Body: CasesSection },
  { name: 'payouts', scope: 'money', title: msg`Owed to car parks`, icon: WalletIcon, Body: PayoutsSection },
  { name: 'charges', scope: 'money', title: msg`Fees and taxes`, icon: ReceiptIcon, Body: ChargesSection },
  { name: 'accounts', scope: 'money', title: msg`Drivers’ accounts`, icon: PersonIcon, Body: AccountsSection },
  { name: 'acts', scope: 'money', title: msg`What was done`, icon: ClockIcon, Body: ActsSection },
  { name: 'today', scope: 'day', title: msg`Today`, icon: CalendarIcon, Body: TodaySection },
  { name: 'parks', scope: 'parks', title: msg`Car parks`, icon: GarageIcon, Body: ParksSection },
  { name: 'prices', scope: 'tariffs', title: msg`Prices`, icon: WalletIcon, Body: PricesSection },
  { name: 'closures', scope: 'closures', title: msg`Closures`, icon: OctagonCrossIcon, Body: ClosuresSection },
  { name: 'events', scope: 'events', title: msg`Events`, icon: TicketIcon, Body: EventsSection },
  { name: 'products', scope: 'shop', title: msg`Marketplace`, icon: CarIcon, Body: ProductsSection },
  { name: 'coupons', scope: 'shop', title: msg`Coupons`, icon: QrIcon, Body: CouponsSection },
  { name: 'plans', scope: 'plans', title: msg`Plans`, icon: ReloadIcon, Body: PlansSection },
  { name: 'orders', scope: 'orders', title: msg`Orders`, icon: CheckIcon, Body: OrdersSection },
  { name: 'reviews', scope: 'reviews', title: msg`Reviews`, icon: StarIcon, Body: ReviewsSection },
  { name: 'statements', scope: 'statements', title: msg`Statements`, icon: ReceiptIcon, Body: StatementsSection },
  { name: 'phones', scope: 'staff', title: msg`Attendants’ phones`, icon: KeyIcon, Body: PhonesSection },
  { name: 'people', scope: 'members', title: msg`People`, icon: PersonIcon, Body: MembersSection },
  { name: 'changes', scope: 'audit', title: msg`Changes`, icon: ClockIcon, Body: AuditSection },
]
