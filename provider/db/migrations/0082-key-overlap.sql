-- A key may be published some time before it signs, so that attendants who are out of reach have it when its first pass comes.
alter table pass_keys add column signs_from timestamptz not null default '-infinity';
