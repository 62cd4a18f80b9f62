import { useEffect, useState } from 'react'
import { checkSign } from '../../actions/signs.online.ts'
import type { SignCheck, SignClaim } from '../../domain/sign.ts'
import { consoleLog } from '../../lib/log.ts'

/**
 * `checking`: the keys are being read. `unchecked`: this phone could not read its keys, so nothing is said about the
 * sign.
 */
export type SignState = SignCheck | { readonly kind: 'checking' } | { readonly kind: 'unchecked' }

const CHECKING: SignState = { kind: 'checking' }
const UNCHECKED: SignState = { kind: 'unchecked' }

interface Checked extends SignClaim {
  readonly state: SignState
}

/** Checks a sign's claim. Returns null when nothing was claimed. */
export function useSignCheck(claim: SignClaim | null): SignState | null {
  const [checked, setChecked] = useState<Checked | null>(null)
  const { origin, code, token } = claim ?? {}
  useEffect(() => {
    if (origin === undefined || code === undefined || token === undefined) return undefined
    const asked = { origin, code, token }
    let isCurrent = true
    const show = (state: SignState): void => {
      if (isCurrent) setChecked({ ...asked, state })
    }
    checkSign(asked)
      .then((answer) => show(answer.ok ? answer.value : UNCHECKED))
      .catch((error: unknown) => {
        consoleLog.error('sign not checked', { error: String(error) })
        show(UNCHECKED)
      })
    return () => {
      isCurrent = false
    }
  }, [origin, code, token])
  if (claim === null) return null
  const isAboutIt = checked?.origin === origin && checked?.code === code && checked?.token === token
  return isAboutIt && checked !== null ? checked.state : CHECKING
}
