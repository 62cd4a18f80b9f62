-- The start of a company's calendar month: in the zone of its country's largest city.
create or replace function company_month(p_company_id uuid, p_at timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('month', p_at, case country_code when 'NG' then 'Africa/Lagos' when 'SN' then 'Africa/Dakar'
                                   when 'CA' then 'America/Toronto' else 'America/New_York' end)
    from companies where company_id = p_company_id
$$;
