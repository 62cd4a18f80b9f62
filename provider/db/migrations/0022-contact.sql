-- What people write to us by a form. Each is emailed to CONTACT_EMAIL; it stays for 90 days in case the inbox loses it.

create table contact_messages (
  message_id uuid primary key,                          -- of a visitor: the one of the form, so that a form is sent once
  user_id    uuid references users,                     -- null: a visitor; deleted with the account
  topic      text not null check (topic in ('contact', 'demo', 'business', 'charger', 'space')),
  name       text not null check (length(name) between 1 and 120),
  email      text not null check (length(email) between 3 and 254),
  company    text check (length(company) between 1 and 120),
  text       text not null check (length(text) between 1 and 2000),
  language   text not null check (language in ('en', 'fr')),
  mail_at    timestamptz,                               -- when the email is to be sent; null: it was
  created_at timestamptz not null
);
create index contact_messages_to_mail on contact_messages (mail_at) where mail_at is not null;
create index contact_messages_by_user on contact_messages (user_id, created_at) where user_id is not null;
create index contact_messages_by_time on contact_messages (created_at);
