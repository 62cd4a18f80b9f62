import { useEffect, useState } from 'react'
import { checkSign } from '../../actions/check-sign.online.ts'
import type { SignCheck, SignClaim } from '../../domain/sign.ts'
import { consoleLog } from '../../lib/log.ts'

/** `checking` while the keys are read. `unchecked`: this phone could not read its keys, so nothing is said of the sign. */
export type SignState = SignCheck | { readonly kind: 'checking' } | { readonly kind: 'unchecked' }

const CHECKING: SignState = { kind: 'checking' }
const UNCHECKED: SignState = { kind: 'unchecked' }

/** Null: nothing was claimed. */
export function useSignCheck(claim: SignClaim | null): SignState | null {
  const [checked, setChecked] = useState<{ readonly key: string; readonly state: SignState } | null>(null)
  const key = claim === null ? '' : [claim.origin, claim.code, claim.token].join(' ')
  useEffect(() => {
    const [origin, code, token] = key.split(' ')
    if (origin === undefined || code === undefined || token === undefined) return undefined
    let isCurrent = true
    const show = (state: SignState): void => {
      if (isCurrent) setChecked({ key, state })
    }
    checkSign({ origin, code: code as SignClaim['code'], token })
      .then((answer) => show(answer.ok ? answer.value : UNCHECKED))
      .catch((error: unknown) => {
        consoleLog.error('sign not checked', { error: String(error) })
        show(UNCHECKED)
      })
    return () => {
      isCurrent = false
    }
  }, [key])
  if (claim === null) return null
  return checked?.key === key ? checked.state : CHECKING
}
