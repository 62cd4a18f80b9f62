-- What drivers say is wrong at a park, or with what the app says of it. Read by people: npm run provider -- problems.

create table park_problems (
  problem_id uuid primary key,
  park_id    integer not null references parks,
  user_id    uuid not null references users,           -- deleted with the account
  kind       text not null check (kind in ('price', 'entry', 'closed', 'facts', 'other')),
  text       text check (length(text) between 1 and 1000),
  created_at timestamptz not null
);
create index park_problems_by_park on park_problems (park_id, created_at desc);
create index park_problems_by_user on park_problems (user_id, created_at);
create index park_problems_by_time on park_problems (created_at desc);
