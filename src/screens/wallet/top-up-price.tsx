// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Money } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { GatewayKind } from '../../parts/gateway-kind.tsx'
import parts from '../../parts/parts.module.css'
import { PriceLines } from '../../ui/price-lines.tsx'
import type { Gateway } from './add-funds-form.tsx'

export interface TopUpPriceProps {
  readonly money: Money
  readonly gateways: readonly Gateway[]
}

/** The amount credited, the price and the gateway, shown before anything is sent. */
export function TopUpPrice({ money, gateways }: TopUpPriceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [first, second] = gateways
  const amount = format.money(money)
  return (
    <div>
      <PriceLines
        lines={[
          { key: 'credit', label: t`Added to your wallet`, amount },
          { key: 'total', tone: 'total', label: <strong>{t`You pay`}</strong>, amount },
        ]}
      />
      {first !== undefined && (
        <p className={parts.small}>
          <GatewayKind kind={first.kind} />, {first.name}
          {second !== undefined && (
            <>
              . <Trans>If it’s unavailable, we use {second.name}.</Trans>
            </>
          )}
        </p>
      )}
    </div>
  )
}
