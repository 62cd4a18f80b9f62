// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { ReloadIcon } from '../ui/icons-action.tsx'
import { FailureNote, type FailureNoteProps } from './failure-note.tsx'
import parts from './parts.module.css'

export interface NotKeptProps extends Pick<FailureNoteProps, 'failure' | 'doing'> {
  readonly onRetry: () => void
}

/**
 * Replaces a page that is not on this phone yet: says why it cannot be shown and what works regardless, and that
 * `useRefresh` will load it.
 */
export function NotKept({ failure, doing, onRetry }: NotKeptProps) {
  return (
    <>
      <FailureNote failure={failure} doing={doing} />
      {failure.kind === 'offline' && (
        <p className={parts.small}>
          <Trans>
            This page isn’t on this phone yet. It opens by itself once you’re back online. Your bookings, passes and
            cart still work.
          </Trans>
        </p>
      )}
      <Button kind="secondary" wide icon={<ReloadIcon />} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
