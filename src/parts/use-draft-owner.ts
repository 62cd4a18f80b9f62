import { useLayoutEffect } from 'react'
import { useSession } from '../queries/use-session.ts'
import { useCheckoutDraft } from '../stores/checkout-draft.ts'

/** Keeps the checkout draft to the driver who entered it. Returns false until it is known whose it is. */
export function useDraftOwner(): boolean {
  const session = useSession()
  const claim = useCheckoutDraft((draft) => draft.claim)
  const ownerId = useCheckoutDraft((draft) => draft.ownerId)
  const userId = session.status === 'ready' ? (session.value?.user.user_id ?? null) : undefined
  // Before the first paint with this session.
  useLayoutEffect(() => {
    if (userId !== undefined) claim(userId)
  }, [userId, claim])
  return userId !== undefined && (ownerId === null || ownerId === userId)
}
