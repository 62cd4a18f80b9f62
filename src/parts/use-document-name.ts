import { useLingui } from '@lingui/react/macro'
import type { DocumentKind } from '../domain/document-kinds.ts'

export function useDocumentName(): (kind: DocumentKind) => string {
  const { t } = useLingui()
  return (kind) =>
    ({
      licence: t`Vehicle licence`,
      roadworthiness: t`Roadworthiness`,
      insurance: t`Insurance, third party`,
      hackney: t`Hackney permit`,
    })[kind]
}
