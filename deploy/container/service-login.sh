#!/bin/sh
# The login that answers requests; what it may do is granted by each migration.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVICE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role baywise_service login password :'password';
SQL
