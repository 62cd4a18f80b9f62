import type { ReactNode } from 'react'
import { unreachable } from '../lib/assert.ts'
import styles from './strip.module.css'
import { CheckIcon } from './icons-action.tsx'
import { ClockIcon, NoSignalIcon } from './icons-state.tsx'

/** starting: nothing is known yet, and the strip keeps its place without text. */
export type StripState = 'starting' | 'fresh' | 'slow' | 'offline'

const iconOf = (state: StripState): ReactNode => {
  switch (state) {
    case 'starting':
      return null
    case 'fresh':
      return <CheckIcon size={16} />
    case 'slow':
      return <ClockIcon size={16} />
    case 'offline':
      return <NoSignalIcon size={16} />
    default:
      return unreachable(state)
  }
}

/** Makes a link the strip's text: its touch target is 44 px although the strip is 28. */
export const stripLinkLook = () => ({ className: styles.stripLink })

/** 28 px at the top edge, always present and always the same height: how fresh the data shown is. */
export function Strip({ state, children }: { readonly state: StripState; readonly children?: ReactNode }) {
  return (
    <div className={styles.strip} data-state={state}>
      <span className={styles.stripIcon} data-now>
        {iconOf(state)}
      </span>
      {children}
    </div>
  )
}
