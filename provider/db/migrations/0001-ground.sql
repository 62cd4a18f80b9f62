-- What every part of the provider stands on: idempotency keys and secrets.

-- A stored answer of a mutating request, written in the same transaction as its effect.
create table idempotency_keys (
  scope       text not null,          -- 'user:<uuid>' or 'device:<uuid>': one caller never meets another's key
  key         text not null,
  fingerprint text not null,          -- sha-256 of method, path, query and body
  status      integer not null,
  body        text not null,
  created_at  timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Keys that sign or encrypt; made at the first start, shared by every process on this database.
create table secrets (
  name       text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

-- First statement of an idempotent transaction. States: new (go on), replay (answer is given), reused, in_progress.
-- The advisory lock ends with the transaction, after its commit became visible: a twin sees all of it or nothing.
create function idempotency_begin(p_scope text, p_key text, p_fingerprint text)
returns table (state text, status integer, body text)
language plpgsql as $$
declare
  found_row idempotency_keys%rowtype;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) then
    return query select 'in_progress', null::integer, null::text;
    return;
  end if;
  select * into found_row from idempotency_keys k where k.scope = p_scope and k.key = p_key;
  if not found then
    return query select 'new', null::integer, null::text;
  elsif found_row.fingerprint = p_fingerprint then
    return query select 'replay', found_row.status, found_row.body;
  else
    return query select 'reused', null::integer, null::text;
  end if;
end $$;
