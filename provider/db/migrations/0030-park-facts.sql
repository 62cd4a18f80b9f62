-- What operators say of their car parks themselves. It stands in `parks` beside what a source says, and outlives the next import.

create table park_facts (
  park_id    integer primary key references parks,
  facts      jsonb not null,                          -- what was said, as on the wire, with the zone of a position; the rest is the source's
  revision   integer not null,                        -- how often it was changed: two who change at once are told of each other
  updated_at timestamptz not null
);
