-- What the platform's own staff did about money and accounts, and why. Append only.

create table money_actions (
  action_id  bigint generated always as identity primary key,
  actor      text not null check (actor <> ''),   -- as they called themselves at the command line
  action     text not null check (action in
               ('refund.paid', 'refund.failed', 'payment.credit', 'payment.close', 'payment.ask', 'debt.write_off',
                'driver.disable', 'driver.enable', 'payout.record')),
  subject    text not null,                       -- a payment's reference, a user's id, a car park's code
  reason     text not null check (reason <> ''),
  details    jsonb not null default '{}',
  created_at timestamptz not null
);
create index money_actions_subject on money_actions (subject);
