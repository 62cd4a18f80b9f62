/** A wallet of the payment's owner, or of the guest who made it and was moved into that account. */
const OWN_WALLET =
  '(w.user_id = p.user_id or exists (select 1 from users g where g.user_id = w.user_id and g.moved_to = p.user_id))'

export type Check = readonly [name: string, sql: string]

/** Consistency checks between payments, withdrawals and the ledger. Each row returned is a difference. */
export const PAYMENT_CHECKS = [
  [
    'paid payment is in the ledger once',
    `select p.reference as subject, p.amount_minor as expected, x.credited as found
       from payments p
       cross join lateral (
         select coalesce(sum(e.amount_minor), 0)::bigint as credited
           from postings t join entries e using (posting_id) join wallets w using (wallet_id)
          where t.key = 'top_up:' || p.reference and ${OWN_WALLET} and w.currency = p.currency) as x
      where p.state in ('succeeded', 'succeeded_late', 'refunded') and x.credited <> p.amount_minor`,
  ],
  [
    'top-up belongs to a paid payment',
    `select t.key as subject, 1 as expected, 0 as found
       from postings t left join payments p on t.key = 'top_up:' || p.reference
      where t.kind = 'top_up' and (p.reference is null or p.state not in ('succeeded', 'succeeded_late', 'refunded'))`,
  ],
  [
    // Grouped by currency too: otherwise errors in two currencies could cancel each other out.
    'gateway account is what its payments brought less what went back',
    `select coalesce(g.account, x.account) || ' ' || coalesce(g.currency, x.currency) as subject,
            coalesce(x.expected, 0)::bigint as expected, coalesce(g.found, 0)::bigint as found
       from (select e.account, p.currency, sum(e.amount_minor)::bigint as found
               from entries e join postings p using (posting_id) where e.account like 'gateway:%' group by e.account, p.currency) as g
       full join (select 'gateway:' || gateway as account, currency, sum(refunded_minor + clawed_minor - amount_minor) as expected
                    from payments where state in ('succeeded', 'succeeded_late', 'refunded') group by gateway, currency) as x
         using (account, currency)
      where coalesce(g.found, 0) <> coalesce(x.expected, 0)`,
  ],
  [
    'held is what open withdrawals hold',
    `select 'held ' || coalesce(x.currency, y.currency) as subject, coalesce(x.expected, 0)::bigint as expected,
            coalesce(y.found, 0)::bigint as found
       from (select w.currency, sum(r.amount_minor) as expected from withdrawals w join payment_refunds r using (withdrawal_id)
              where w.state in ('requested', 'paying') and r.state in ('planned', 'sent', 'pending') group by w.currency) as x
       full join (select p.currency, sum(e.amount_minor) as found
                    from entries e join postings p using (posting_id) where e.account = 'held' group by p.currency) as y using (currency)
      where coalesce(x.expected, 0) <> coalesce(y.found, 0)`,
  ],
  [
    'refund of a payment has an end',
    `select r.reference as subject, r.amount_minor as expected, 0 as found
       from payment_refunds r join withdrawals w using (withdrawal_id)
      where r.state = 'sent' and w.created_at < now() - interval '1 day'`,
  ],
  [
    'refunded is what was given back',
    `select p.reference as subject, x.done as expected, p.refunded_minor as found
       from payments p
       cross join lateral (select coalesce(sum(r.amount_minor), 0)::bigint as done
                             from payment_refunds r where r.reference = p.reference and r.state = 'done') as x
      where p.refunded_minor <> x.done`,
  ],
  [
    'withdrawal says what its refunds paid',
    `select w.withdrawal_id::text as subject, x.done as expected, w.paid_minor as found
       from withdrawals w
       cross join lateral (select coalesce(sum(r.amount_minor) filter (where r.state = 'done'), 0)::bigint as done,
                                  coalesce(bool_or(r.state in ('planned', 'sent', 'pending')), false) as is_open
                             from payment_refunds r where r.withdrawal_id = w.withdrawal_id) as x
      where (w.state in ('paid', 'refused') and (x.is_open or w.paid_minor <> x.done or (w.state = 'paid') <> (x.done > 0)))
         or (w.state = 'cancelled' and x.done > 0)`,
  ],
  [
    'refund that was paid is in the ledger',
    `select r.reference as subject, r.amount_minor as expected, 0 as found
       from payment_refunds r
      where r.state = 'done'
        and not exists (select 1 from postings t where t.key = 'refund_payment:' || r.withdrawal_id || ':' || r.reference)`,
  ],
  [
    'failed refund is in the wallet again',
    `select r.reference as subject, r.amount_minor as expected, x.returned as found
       from payment_refunds r join withdrawals w using (withdrawal_id)
       cross join lateral (
         select coalesce(sum(e.amount_minor), 0)::bigint as returned from postings t join entries e using (posting_id)
          where t.key = 'refund_failed:' || r.withdrawal_id || ':' || r.reference and e.wallet_id = w.wallet_id) as x
      where r.state = 'failed' and w.state <> 'cancelled' and x.returned <> r.amount_minor`,
  ],
  [
    'money that went back at the gateway is off the wallet',
    `select p.reference as subject, x.booked as expected, y.found
       from payments p
       cross join lateral (select coalesce(sum(c.booked_minor), 0)::bigint as booked
                             from clawbacks c where c.reference = p.reference) as x
       cross join lateral (select coalesce(-sum(e.amount_minor), 0)::bigint as found
                             from clawbacks c
                             cross join lateral generate_series(1, c.postings) as n
                             join postings t on t.key = 'clawback:' || c.reference || ':' || c.back_id || ':' || n
                             join entries e using (posting_id) join wallets w using (wallet_id)
                            where c.reference = p.reference and ${OWN_WALLET}) as y
      where p.clawed_minor <> x.booked or x.booked <> y.found`,
  ],
  [
    'reversal belongs to a payment',
    `select t.key as subject, 0 as expected, 1 as found
       from postings t
      where t.kind in ('reversal', 'dispute')
        and not exists (select 1 from clawbacks c where c.reference = t.description and starts_with(t.key, 'clawback:' || c.reference || ':' || c.back_id || ':'))
        and not exists (select 1 from postings o where o.key = 'moved_out:' || substr(t.key, length('moved_in:') + 1))`,
  ],
  [
    'paid booking or order is confirmed',
    `select p.reference as subject, 1 as expected, 0 as found
       from payments p
      where p.outcome = 'booked' and not exists (
              select 1 from postings t where t.key = coalesce('booking:' || p.booking_id, 'order:' || p.order_id))`,
  ],
  [
    'held order has an open payment',
    `select o.order_code as subject, 1 as expected, 0 as found
       from orders o
      where o.stage = 'pending' and o.paid_at is null
        and not exists (select 1 from payments p where p.order_id = o.order_id and p.state in ('created', 'sent', 'pending'))`,
  ],
  [
    'held booking has an open payment',
    `select b.booking_id::text as subject, 1 as expected, 0 as found
       from bookings b
      where b.hold_until is not null
        and not exists (select 1 from payments p where p.booking_id = b.booking_id and p.state in ('created', 'sent', 'pending'))`,
  ],
] as const satisfies readonly Check[]
