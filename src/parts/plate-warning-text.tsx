import { Trans } from '@lingui/react/macro'
import type { PlateWarning } from '../domain/plate.ts'

/** A second look at a plate, never a refusal. */
export function PlateWarningText({ warning }: { readonly warning: PlateWarning }) {
  return warning.kind === 'look_alike' ? (
    <Trans>Did you mean {warning.suggestion}?</Trans>
  ) : (
    <Trans>Unusual plate: most look like {warning.example}.</Trans>
  )
}
