// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'

/** Shared by all kinds of receipts. */
export const PrintButton = () => (
  <Button wide kind="secondary" icon={<ReceiptIcon />} data-screen-only onClick={() => window.print()}>
    <Trans>Print or save as PDF</Trans>
  </Button>
)
