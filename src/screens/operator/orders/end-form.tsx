// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { moveOrder } from '../../../actions/operator-shop.online.ts'
import type { Order } from '../../../contract/orders.ts'
import { useFormat } from '../../../i18n/format.ts'
import { plainTextOf } from '../../../parts/field-checks.ts'
import parts from '../../../parts/parts.module.css'
import { useSubmit } from '../../../parts/use-submit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { FormFoot } from '../form-foot.tsx'

const REASON_MAX = 200

export interface OrderFormProps {
  readonly order: Order
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Ends an order with a reason shown to the driver; refunds it in full. */
export function EndForm({ order, stage, onDone, onClose }: OrderFormProps & { stage: 'rejected' | 'cancelled' }) {
  const { t } = useLingui()
  const format = useFormat()
  const { order_code: code, total, currency, coupon_code: coupon } = order
  const doing = t`Ending the order`
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): Partial<Record<'reason', true>> => (plainTextOf(form, 'reason') === '' ? { reason: true } : {}),
    send: (form) => moveOrder(code, { stage, reason: plainTextOf(form, 'reason') }),
    onDone,
  })
  const money = format.money({ amountMinor: total, currency })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={code}>
      <p>
        <Trans>The driver gets {money} back in the wallet. The pieces are on sale again.</Trans>{' '}
        {coupon !== null && <Trans>The coupon counts as not used.</Trans>}
      </p>
      <TextField
        label={t`Reason, as the driver reads it`}
        name="reason"
        autoComplete="off"
        maxLength={REASON_MAX}
        error={problems.reason && <Trans>Enter the reason.</Trans>}
      />
      {failure !== null && <ConsoleFailure failure={failure} doing={doing} hasInput />}
      <FormFoot doing={doing} kind="danger" isBusy={isBusy} onClose={onClose}>
        {stage === 'rejected' ? (
          <Trans>Refuse and give {money} back</Trans>
        ) : (
          <Trans>Cancel and give {money} back</Trans>
        )}
      </FormFoot>
    </form>
  )
}
