-- What a driver needs to tell their own sessions apart: the kind of device, and when it last asked. No address, no full user agent.

alter table refresh_families
  add column browser      text,                  -- null: sign-ins before this list existed, or none that we name
  add column system       text,
  add column last_seen_at timestamptz;           -- null: not since the list exists
alter table refresh_families drop constraint refresh_families_revoke_reason_check;
alter table refresh_families add constraint refresh_families_revoke_reason_check
  check (revoke_reason in ('logout', 'reuse', 'password_reset', 'revoked'));
