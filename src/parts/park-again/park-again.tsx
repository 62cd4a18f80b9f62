// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { createElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import type { BookingView } from '../../queries/query.ts'
import { useBooking, useBookings } from '../../queries/use-bookings.ts'
import { Button } from '../../ui/button.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { takesBookings } from '../free-spaces.ts'
import { ParkName } from '../park-name.tsx'
import { AgeLine } from '../price-age.tsx'
import { useLater } from '../use-later.ts'
import { useNow } from '../use-now.ts'
import { lastStay } from './last-stay.ts'
import { useAgain } from './use-again.ts'

const loadDialog = () => import('./again-dialog.tsx')

/** A row on home names the car park; elsewhere the car park is already visible. */
export type AgainForm = 'row' | 'bar' | 'small'

export interface ParkAgainProps {
  readonly form: AgainForm
  /** Only stays at this car park. */
  readonly parkId?: number
  /** Only this booking, once it is over. */
  readonly code?: string
}

/** Offers the last stay again: one tap shows its price, a second one pays. */
export function ParkAgain({ form, parkId, code }: ParkAgainProps) {
  return code === undefined ? <OfLast form={form} parkId={parkId ?? null} /> : <OfOne form={form} code={code} />
}

function OfLast({ form, parkId }: { readonly form: AgainForm; readonly parkId: number | null }) {
  const now = useNow()
  const bookings = useBookings()
  const last = bookings.status === 'ready' ? lastStay(bookings.value, now, parkId) : null
  return last === null ? null : <Offer form={form} booking={last} />
}

function OfOne({ form, code }: { readonly form: AgainForm; readonly code: string }) {
  const now = useNow()
  const booking = useBooking(code)
  const last = booking.status === 'ready' && booking.value !== null ? lastStay([booking.value], now) : null
  return last === null ? null : <Offer form={form} booking={last} />
}

/** Renders nothing when the stay cannot be booked: no price, or an unknown capacity. */
function Offer({ form, booking }: { readonly form: AgainForm; readonly booking: BookingView }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const again = useAgain(booking)
  const navigate = useNavigate()
  const Dialog = useLater(loadDialog)
  const [isOpen, setOpen] = useState(false)
  if (again === null || !again.price.ok || !takesBookings(again.park)) return null
  const { park, price, stay } = again
  // If the dialog never loaded on this phone, the checkout asks for the same.
  const open = () => {
    if (Dialog !== null) return setOpen(true)
    const { from: fromMs, until: untilMs, vehicleTypeId } = stay
    return void navigate(routes.checkout.href(park.slug, { fromMs, untilMs, vehicleTypeId }))
  }
  const duration = format.duration(stay.until - stay.from)
  const { totalMinor: amountMinor, currency } = price.value
  const total = format.money({ amountMinor, currency })
  const until = format.savedAt(stay.until, { zone: park.timezone, now })
  return (
    <>
      {form === 'row' ? (
        <RowList label={t`Park here again`}>
          <li>
            <button type="button" {...listRowLook('place')} aria-haspopup="dialog" onClick={open}>
              <ListRowFace
                icon={<ReloadIcon />}
                title={<ParkName park={park} />}
                detail={
                  <Trans>
                    Park here again, {duration}, until {until}
                  </Trans>
                }
                end={<strong data-now>{total}</strong>}
                endDetail={
                  <>
                    {park.rate.tariff.demo && <Trans>demo price</Trans>}
                    <AgeLine savedAt={park.savedAt} zone={park.timezone} />
                  </>
                }
              />
            </button>
          </li>
        </RowList>
      ) : (
        <Button
          kind={form === 'bar' ? 'soft' : 'plain'}
          {...(form === 'bar' ? { wide: true } : { size: 'small' as const })}
          icon={<ReloadIcon />}
          aria-haspopup="dialog"
          onClick={open}
        >
          <Trans>
            Park here again, {duration}, {total}
          </Trans>
        </Button>
      )}
      {isOpen && Dialog !== null && createElement(Dialog, { booking, onClose: () => setOpen(false) })}
    </>
  )
}
