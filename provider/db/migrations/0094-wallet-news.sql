-- Notifications of a wallet: the automatic top-up that switched itself off. No booking is behind them.

alter table push_deliveries
  alter column booking_id drop not null,
  drop constraint push_deliveries_kind_check,
  add constraint push_deliveries_kind_check
    check (kind in ('ends_in_30', 'ends_in_10', 'cancelled', 'refunded', 'full', 'auto_top_up_off')),
  add constraint push_deliveries_booking_check check ((booking_id is null) = (kind = 'auto_top_up_off'));
create unique index push_deliveries_of_wallets on push_deliveries (subscription_id, kind, event) where booking_id is null;

create index auto_top_ups_off on auto_top_ups (updated_at) where off_reason is not null;
