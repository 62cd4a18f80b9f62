-- Who signs in through the identity service. The uid is the service's own, unique within one of its projects.

create table social_identities (
  project    text not null,
  uid        text not null,
  provider   text not null check (provider in ('google', 'apple')),  -- with which the account was made
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (project, uid)
);
create index social_identities_user_id on social_identities (user_id);
