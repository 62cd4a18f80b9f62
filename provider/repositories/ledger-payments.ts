export type Check = readonly [name: string, sql: string]

/** What payments, withdrawals and the ledger must agree on. Each row found is a difference. */
export const PAYMENT_CHECKS: readonly Check[] = [
  [
    'paid payment is in the ledger once',
    `select p.reference as subject, p.amount_minor as expected, x.credited as found
       from payments p
       cross join lateral (
         select coalesce(sum(e.amount_minor), 0)::bigint as credited
           from postings t join entries e using (posting_id) join wallets w using (wallet_id)
          where t.key = 'top_up:' || p.reference and w.user_id = p.user_id and w.currency = p.currency) as x
      where p.state in ('succeeded', 'succeeded_late', 'refunded') and x.credited <> p.amount_minor`,
  ],
  [
    'top-up belongs to a paid payment',
    `select t.key as subject, 1 as expected, 0 as found
       from postings t left join payments p on t.key = 'top_up:' || p.reference
      where t.kind = 'top_up' and (p.reference is null or p.state not in ('succeeded', 'succeeded_late', 'refunded'))`,
  ],
  [
    'gateway account is what its payments brought less what went back',
    `select g.account as subject, coalesce(x.expected, 0)::bigint as expected, g.found
       from (select account, sum(amount_minor)::bigint as found from entries where account like 'gateway:%' group by account) as g
       left join (select 'gateway:' || gateway as account, sum(refunded_minor - amount_minor) as expected
                    from payments where state in ('succeeded', 'succeeded_late', 'refunded') group by gateway) as x using (account)
      where g.found <> coalesce(x.expected, 0)`,
  ],
  [
    'held is what open withdrawals hold',
    `select 'held' as subject, x.expected, y.found
       from (select coalesce(sum(r.amount_minor), 0)::bigint as expected
               from withdrawals w join payment_refunds r using (withdrawal_id)
              where w.state in ('requested', 'paying') and r.state in ('planned', 'sent')) as x,
            (select coalesce(sum(amount_minor), 0)::bigint as found from entries where account = 'held') as y
      where x.expected <> y.found`,
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
    'paid booking is confirmed',
    `select p.reference as subject, 1 as expected, 0 as found
       from payments p
      where p.outcome = 'booked' and not exists (select 1 from postings t where t.key = 'booking:' || p.booking_id)`,
  ],
  [
    'held booking has an open payment',
    `select b.booking_id::text as subject, 1 as expected, 0 as found
       from bookings b
      where b.hold_until is not null
        and not exists (select 1 from payments p where p.booking_id = b.booking_id and p.state in ('created', 'sent', 'pending'))`,
  ],
]
