// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { OnlineButton, type OnlineButtonProps } from '../../parts/online-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'

interface FormFootProps extends Pick<OnlineButtonProps, 'doing' | 'kind'> {
  readonly isBusy: boolean
  readonly onClose: () => void
  /** Label of the submit button. */
  readonly children: ReactNode
}

/** Buttons that submit or close a form opened within a card. */
export function FormFoot({ doing, kind, isBusy, onClose, children }: FormFootProps) {
  return (
    <ButtonRow>
      <OnlineButton doing={doing} type="submit" size="small" busy={isBusy} {...(kind === undefined ? {} : { kind })}>
        {children}
      </OnlineButton>
      <Button kind="plain" size="small" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </ButtonRow>
  )
}
