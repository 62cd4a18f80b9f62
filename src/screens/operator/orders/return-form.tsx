// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { returnPieces } from '../../../actions/operator-shop.online.ts'
import type { OrderLine } from '../../../contract/orders.ts'
import { refundPieces } from '../../../domain/cart-total.ts'
import { useFormat } from '../../../i18n/format.ts'
import { uuid7 } from '../../../lib/uuid7.ts'
import parts from '../../../parts/parts.module.css'
import { useSubmit } from '../../../parts/use-submit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { FormFoot } from '../form-foot.tsx'
import type { OrderFormProps } from './end-form.tsx'

const leftOf = ({ quantity, returned }: OrderLine): number => quantity - returned

/** Returns undefined when it is not a count up to the remaining pieces. */
function readCount(text: string, line: OrderLine): number | undefined {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return 0
  return /^\d{1,2}$/.test(typed) && Number(typed) <= leftOf(line) ? Number(typed) : undefined
}

/** Records the pieces that the driver returned; their share of the price is refunded to the wallet. */
export function ReturnForm({ order, onDone, onClose }: OrderFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { order_code: code, currency } = order
  const lines = order.lines.filter((line) => leftOf(line) > 0)
  const [formId] = useState(() => uuid7())
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(
    () => new Map(lines.map((line) => [line.product_id, String(leftOf(line))])),
  )
  const counts = lines.map((line) => ({ line, count: readCount(texts.get(line.product_id) ?? '', line) }))
  const refundMinor = counts.reduce((sum, { line, count = 0 }) => {
    const bought = { quantity: line.quantity, totalMinor: line.total, taxMinor: line.tax }
    return sum + refundPieces(bought, { before: line.returned, pieces: count }).refundMinor
  }, 0)
  const money = format.money({ amountMinor: refundMinor, currency })
  const nameOf = (line: OrderLine): string => `pieces_${String(line.product_id)}`
  const doing = t`Taking pieces back`
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (): Partial<Record<string, true>> => {
      const wrong = counts.filter(({ count }) => count === undefined)
      const isNothing = wrong.length === 0 && counts.every(({ count }) => count === 0)
      const found = isNothing ? counts.slice(0, 1) : wrong
      return Object.fromEntries(found.map(({ line }) => [nameOf(line), true as const]))
    },
    send: () => {
      const typed = counts.flatMap(({ line, count = 0 }) => (count === 0 ? [] : [[line.product_id, count] as const]))
      return returnPieces(code, { form: formId, pieces: new Map(typed) })
    },
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={code}>
      {lines.map((line) => {
        const [name, left] = [line.names[format.language], leftOf(line)]
        return (
          <TextField
            key={line.product_id}
            label={t`Pieces of ${name}`}
            name={nameOf(line)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={texts.get(line.product_id) ?? ''}
            onChange={({ currentTarget: { value } }) => setTexts(new Map(texts).set(line.product_id, value))}
            error={problems[nameOf(line)] && <Trans>Enter how many came back, {left} at most.</Trans>}
          />
        )
      })}
      <p role="status">
        <Trans>The driver gets {money} back in the wallet. The pieces are not on sale again by themselves.</Trans>
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={doing} hasInput />}
      <FormFoot doing={doing} isBusy={isBusy} onClose={onClose}>
        <Trans>Refund {money}</Trans>
      </FormFoot>
    </form>
  )
}
