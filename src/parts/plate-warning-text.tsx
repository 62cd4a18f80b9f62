import { Trans } from '@lingui/react/macro'
import type { PlateWarning } from '../domain/plate.ts'

/** Asks for a second look at a plate, but never refuses it. */
export function PlateWarningText({ warning }: { readonly warning: PlateWarning }) {
  return warning.kind === 'look_alike' ? (
    <Trans>Did you mean {warning.suggestion}?</Trans>
  ) : (
    <Trans>Unusual plate: most look like {warning.example}.</Trans>
  )
}
