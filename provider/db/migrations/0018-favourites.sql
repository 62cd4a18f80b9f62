-- Car parks that a driver keeps at hand. A row stays when its park is let go, so that its version only grows: a phone tells an answer that came
-- late from one that came after it.

create table favourites (
  user_id      uuid not null references users,         -- deleted with the account
  park_id      integer not null references parks,
  is_favourite boolean not null,
  version      integer not null,
  updated_at   timestamptz not null,
  primary key (user_id, park_id)
);
create index favourites_kept on favourites (user_id, updated_at desc) where is_favourite;
