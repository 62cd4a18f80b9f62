import type { ReactNode } from 'react'
import styles from './running-booking.module.css'

export interface RunningBookingProps {
  /** bar: above the bottom bar; large: the first item on the home page. */
  readonly form: 'bar' | 'large'
  /** grace: the end has passed, leaving is still free; over: leaving costs extra. */
  readonly tone?: 'run' | 'grace' | 'over'
  /** "42 min left", "10 min left, extend". */
  readonly left: ReactNode
  /** Above the time left in the large form: "Parked until 16:30". */
  readonly above?: ReactNode
  /** The car park (and, in the bar, until when). */
  readonly place: ReactNode
  /** The Pass link: `buttonLook({kind: 'run', size: form === 'bar' ? 'small' : 'normal'})`. */
  readonly action: ReactNode
}

/** The running booking. It never blinks. */
export function RunningBooking({ form, tone = 'run', left, above, place, action }: RunningBookingProps) {
  return (
    <section className={styles.running} data-form={form} data-tone={tone}>
      <div>
        {above !== undefined && <span>{above}</span>}
        <span className={styles.left}>{left}</span>
        <span>{place}</span>
      </div>
      {action}
    </section>
  )
}
