-- Keys that sign the printed signs of car parks (ECDSA P-256). Signs hang for years, so each key counts until it is withdrawn, whatever
-- becomes of the keys of passes; and a withdrawn one stays, so that phones can tell its signs from those of a key that they do not know yet.
create table sign_keys (
  kid          integer primary key generated always as identity check (kid between 1 and 255),   -- one byte of the sign, never used again
  private_jwk  text not null,
  public_jwk   text not null,
  created_at   timestamptz not null default now(),
  withdrawn_at timestamptz
);
