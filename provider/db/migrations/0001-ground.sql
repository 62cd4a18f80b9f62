-- What every part of the provider stands on: idempotency keys, secrets, and the keys that sign passes.

-- A stored answer of a mutating request, written in the same transaction as its effect.
create table idempotency_keys (
  scope       text not null,          -- 'user:<uuid>' or 'device:<uuid>': one caller never meets another's key
  key         text not null,
  fingerprint text not null,          -- sha-256 of method, path, query and body
  status      integer not null,
  body        text not null,
  created_at  timestamptz not null default now(),
  withdrawn   boolean not null default false,  -- given up: its request has no effect, however late it arrives
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Keys that sign or encrypt; made at the first start, shared by every process on this database.
create table secrets (
  name       text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

-- Keys that sign passes (ECDSA P-256). The two newest are live, so that passes signed before a rotation still verify.
create table pass_keys (
  kid         integer primary key check (kid between 0 and 255),   -- one byte of the pass
  private_jwk text not null,
  public_jwk  text not null,
  created_at  timestamptz not null default now(),
  serial      bigint generated always as identity,                 -- age: kid wraps round at 256
  -- Published some time before it signs, so that attendants who are out of reach have it when its first pass comes.
  signs_from  timestamptz not null default '-infinity'
);
