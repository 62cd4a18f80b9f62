-- Keys that sign passes (ECDSA P-256). The two newest are live, so that passes signed before a rotation still verify.
create table pass_keys (
  kid         integer primary key check (kid between 0 and 255),   -- one byte of the pass
  private_jwk text not null,
  public_jwk  text not null,
  created_at  timestamptz not null default now(),
  serial      bigint generated always as identity                  -- age: kid wraps round at 256
);
