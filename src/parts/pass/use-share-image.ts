import type { Booking } from '../../contract/bookings.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { consoleLog } from '../../lib/log.ts'
import { saveBlob } from '../save-file.ts'
import { drawPass } from './pass-image.ts'

/** Opens the phone's share sheet with the pass as a picture; where the sheet takes no files, saves the picture. */
export function useShareImage(): (booking: Booking, text: string) => Promise<void> {
  const format = useFormat()
  return async (booking, text) => {
    const { booking_code: code, plate, park } = booking
    const stay = format.stay(mustInstant(booking.start_time), mustInstant(booking.end_time), {
      zone: park.timezone,
      now: PAPER,
    })
    const lines = [stay, park.name, ...(park.address === null ? [] : [park.address])]
    const image = await drawPass({ text, code, plate, lines })
    const name = `baywise-${code}.png`
    const shared = { files: [new File([image], name, { type: 'image/png' })], title: `Baywise ${code}` }
    if (typeof navigator.canShare !== 'function' || !navigator.canShare(shared)) return saveBlob(name, image)
    try {
      await navigator.share(shared)
    } catch (error) {
      // Closing the share sheet rejects with AbortError: the driver's choice.
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      consoleLog.warn('pass not shared', { reason: String(error) })
      saveBlob(name, image)
    }
    return undefined
  }
}
