// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import type { OperatorKeyWire } from '../../contract/operator.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { SectionProps } from './sections.tsx'

export type OwnPark = NonNullable<OperatorKeyWire['parks']>[number]

interface ParkChoiceProps extends SectionProps {
  /** Section of the page, used in the URL when another car park is chosen. */
  readonly section: string
  readonly children: (park: OwnPark) => ReactNode
}

/** A page about one car park: the one named in the URL, else the first. */
export function ParkChoice({ operator, park: code, section, children }: ParkChoiceProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const parks = operator.parks ?? []
  const park = parks.find((one) => one.code === code) ?? parks[0]
  if (park === undefined) {
    return (
      <p>
        <Trans>No car park belongs to your organisation yet.</Trans>
      </p>
    )
  }
  return (
    <>
      {parks.length === 1 && (
        <h2>
          <bdi>{park.name}</bdi>
        </h2>
      )}
      {parks.length > 1 && (
        <SelectField
          label={t`Car park`}
          value={park.code}
          onChange={({ target }) => void navigate(moreRoutes.operator.href(section, target.value), { replace: true })}
        >
          {parks.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </SelectField>
      )}
      {children(park)}
    </>
  )
}
