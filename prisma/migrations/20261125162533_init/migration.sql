-- The whole database of an empty installation. An area is a section, in the order of prisma/schema; foreign keys stand
-- last. Some of it Prisma cannot say, and it stands here only: generated columns, checks, partial and BRIN indexes,
-- partitions, storage options, functions and triggers.

-- Trigrams for substring searches of three and more characters.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The 1- and 2-character grams of a name, lower-cased, without those that hold a blank. Trigrams extract nothing
-- from a search for two Chinese characters; an indexed array of these answers it.
CREATE FUNCTION name_grams(source text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT gram), ARRAY[]::text[])
  FROM (
    SELECT substr(lower(source), position, size) AS gram
    FROM generate_series(1, length(source)) AS position, generate_series(1, 2) AS size
    WHERE position + size - 1 <= length(source)
  ) AS grams
  WHERE gram !~ '\s'
);


-- ==== access ==============================================================================================
-- Who may do what: roles, authorities, mappings, and what a data strategy takes away (api.md §5.2).

CREATE TYPE strategy_level AS ENUM ('default', 'tier', 'project', 'user');

CREATE TABLE role (
  role              varchar(200) NOT NULL,
  description       varchar(200) NOT NULL,
  scope             varchar(50) NOT NULL DEFAULT 'sms',
  branch_assignable boolean NOT NULL DEFAULT false,
  seeded            boolean NOT NULL DEFAULT false,
  create_by         varchar(64),
  create_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT role_pkey PRIMARY KEY (role)
);

CREATE TABLE authority (
  authority   varchar(200) NOT NULL,
  description varchar(200),
  scope       varchar(50) NOT NULL DEFAULT 'sms',
  seeded      boolean NOT NULL DEFAULT false,
  create_by   varchar(64),
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT authority_pkey PRIMARY KEY (authority)
);

CREATE TABLE role_authority (
  role      varchar(200) NOT NULL,
  authority varchar(200) NOT NULL,
  CONSTRAINT role_authority_pkey PRIMARY KEY (role, authority)
);
CREATE INDEX role_authority_authority_idx ON role_authority (authority);

CREATE TABLE user_role (
  username varchar(64) NOT NULL,
  role     varchar(200) NOT NULL,
  CONSTRAINT user_role_pkey PRIMARY KEY (username, role)
);
CREATE INDEX user_role_role_idx ON user_role (role);

CREATE TABLE user_mapping (
  id            bigserial NOT NULL,
  username      varchar(64) NOT NULL,
  type          integer NOT NULL,
  mapping_id    varchar(40) NOT NULL,
  customer_type integer,
  create_date   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_mapping_pkey PRIMARY KEY (id),
  CONSTRAINT user_mapping_type_check CHECK (type IN (1, 2))
);
CREATE INDEX user_mapping_type_mapping_id_idx ON user_mapping (type, mapping_id);
CREATE UNIQUE INDEX user_mapping_username_type_mapping_id_key ON user_mapping (username, type, mapping_id);

CREATE TABLE user_strategy (
  strategy_id        varchar(40) NOT NULL,
  strategy_name      varchar(200) NOT NULL,
  level              strategy_level NOT NULL,
  history_months     integer,
  live_interval_sec  integer NOT NULL DEFAULT 1,
  data_groups        jsonb NOT NULL,
  symptom_categories jsonb NOT NULL,
  mask_time          boolean NOT NULL DEFAULT false,
  export_allowed     boolean NOT NULL DEFAULT true,
  enabled            boolean NOT NULL DEFAULT true,
  update_by          varchar(64),
  create_by          varchar(64),
  create_date        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_strategy_pkey PRIMARY KEY (strategy_id)
);
CREATE UNIQUE INDEX user_strategy_strategy_name_key ON user_strategy (strategy_name);

CREATE TABLE strategy_target (
  strategy_id varchar(40) NOT NULL,
  level       strategy_level NOT NULL,
  value       varchar(64) NOT NULL,
  CONSTRAINT strategy_target_pkey PRIMARY KEY (strategy_id, value),
  CONSTRAINT strategy_target_level_check CHECK (level <> 'default')
);
CREATE UNIQUE INDEX strategy_target_level_value_key ON strategy_target (level, value);

-- What changes the rights of accounts raises their users.access_version, whoever writes it.
CREATE FUNCTION access_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the key, so that two such changes at once cannot wait for each other.
  PERFORM 1 FROM users WHERE username IN (SELECT username FROM changed) ORDER BY username FOR NO KEY UPDATE;
  UPDATE users SET access_version = access_version + 1 WHERE username IN (SELECT username FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER user_role_inserted AFTER INSERT ON user_role
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER user_role_deleted AFTER DELETE ON user_role
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER user_role_updated AFTER UPDATE ON user_role
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER user_mapping_inserted AFTER INSERT ON user_mapping
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER user_mapping_deleted AFTER DELETE ON user_mapping
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER user_mapping_updated AFTER UPDATE ON user_mapping
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();

CREATE FUNCTION role_authorities_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE username IN (SELECT username FROM user_role WHERE role IN (SELECT role FROM changed))
    ORDER BY username FOR NO KEY UPDATE;
  UPDATE users SET access_version = access_version + 1
    WHERE username IN (SELECT username FROM user_role WHERE role IN (SELECT role FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER role_authority_inserted AFTER INSERT ON role_authority
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION role_authorities_changed();
CREATE TRIGGER role_authority_deleted AFTER DELETE ON role_authority
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION role_authorities_changed();


-- ==== accounts ============================================================================================
-- Accounts, how they sign in, and the approvals they wait for (api.md §5.2).

CREATE TYPE verify_purpose AS ENUM ('sign_token', 'reset_password', 'update_profile', 'need_verify');
CREATE TYPE one_time_token_kind AS ENUM ('fwtoken', 'third');
CREATE TYPE approval_kind AS ENUM ('new', 'role', 'invoice');
CREATE TYPE approval_state AS ENUM ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'AUTO');

CREATE TABLE users (
  username                varchar(64) NOT NULL,
  username_lower          varchar(64) NOT NULL,
  nick_name               varchar(200) NOT NULL,
  email                   varchar(200),
  phone                   varchar(11),
  password_hash           varchar(255) NOT NULL,
  password_at             timestamptz(3) NOT NULL,
  must_reset              boolean NOT NULL DEFAULT false,
  user_type               integer NOT NULL,
  customer_type           integer,
  projectbranch_type      integer,
  tier                    integer,
  branch_code             varchar(40),
  inspection              integer NOT NULL DEFAULT 30,
  contract                integer NOT NULL DEFAULT 60,
  notice_delay            integer NOT NULL DEFAULT 0,
  invoice_attachment_path varchar(300),
  enabled                 boolean NOT NULL DEFAULT true,
  access_version          integer NOT NULL DEFAULT 0,
  last_sign_in_at         timestamptz(3),
  last_active_day         date,
  search_grams            text[] NOT NULL GENERATED ALWAYS AS (name_grams(nick_name || ' ' || username_lower)) STORED,
  deleted_at              timestamptz(3),
  create_by               varchar(64),
  create_date             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT users_pkey PRIMARY KEY (username),
  CONSTRAINT users_username_lower_check CHECK (username_lower = lower(username)),
  CONSTRAINT users_user_type_check CHECK (user_type IN (0, 1, 2)),
  CONSTRAINT users_customer_type_check CHECK (customer_type IN (0, 1, 2)),
  CONSTRAINT users_projectbranch_type_check CHECK (projectbranch_type IN (1, 2)),
  CONSTRAINT users_tier_check CHECK (tier IN (1, 2, 3))
);
CREATE UNIQUE INDEX users_username_lower_key ON users (username_lower);
CREATE INDEX users_phone_idx ON users (phone);
CREATE INDEX users_phone_trgm_idx ON users USING gin (phone gin_trgm_ops);
CREATE INDEX users_nick_name_username_idx ON users (nick_name, username);
CREATE INDEX users_branch_code_create_date_username_idx ON users (branch_code, create_date, username);
CREATE INDEX users_create_date_username_idx ON users (create_date, username);
CREATE INDEX users_user_type_idx ON users (user_type);
CREATE INDEX users_customer_type_tier_idx ON users (customer_type, tier);
CREATE INDEX users_nick_name_idx ON users USING gin (nick_name gin_trgm_ops);
CREATE INDEX users_username_lower_trgm_idx ON users USING gin (username_lower gin_trgm_ops);
CREATE INDEX users_search_grams_idx ON users USING gin (search_grams);

CREATE TABLE user_active_day (
  username varchar(64) NOT NULL,
  day      date NOT NULL,
  CONSTRAINT user_active_day_pkey PRIMARY KEY (username, day)
);
CREATE INDEX user_active_day_day_username_idx ON user_active_day (day, username);

CREATE TABLE session (
  id                varchar(40) NOT NULL,
  username          varchar(64) NOT NULL,
  access_hash       varchar(64) NOT NULL,
  access_expire_at  timestamptz(3) NOT NULL,
  refresh_hash      varchar(64) NOT NULL,
  prev_refresh_hash varchar(64),
  prev_pair_until   timestamptz(3),
  prev_pair         jsonb,
  upstream_tokens   jsonb,
  device_id         varchar(64),
  ip                varchar(45) NOT NULL,
  user_agent        varchar(300) NOT NULL,
  create_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at      timestamptz(3) NOT NULL,
  expire_at         timestamptz(3) NOT NULL,
  revoked_at        timestamptz(3),
  CONSTRAINT session_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX session_access_hash_key ON session (access_hash);
CREATE UNIQUE INDEX session_refresh_hash_key ON session (refresh_hash);
CREATE INDEX session_username_revoked_at_idx ON session (username, revoked_at);
CREATE INDEX session_prev_refresh_hash_idx ON session (prev_refresh_hash);
CREATE INDEX session_expire_at_idx ON session (expire_at);

CREATE TABLE verify_code (
  serial_no varchar(64) NOT NULL,
  purpose   verify_purpose NOT NULL,
  phone     varchar(11) NOT NULL,
  username  varchar(64),
  code_hash varchar(64) NOT NULL,
  tries     integer NOT NULL DEFAULT 0,
  sent_at   timestamptz(3) NOT NULL,
  sends     integer NOT NULL DEFAULT 1,
  expire_at timestamptz(3) NOT NULL,
  used_at   timestamptz(3),
  pending   jsonb,
  CONSTRAINT verify_code_pkey PRIMARY KEY (serial_no)
);
CREATE INDEX verify_code_phone_purpose_sent_at_idx ON verify_code (phone, purpose, sent_at);
CREATE INDEX verify_code_expire_at_idx ON verify_code (expire_at);

CREATE TABLE one_time_token (
  id          varchar(40) NOT NULL,
  kind        one_time_token_kind NOT NULL,
  token_hash  varchar(64) NOT NULL,
  username    varchar(64) NOT NULL,
  path        varchar(200),
  partner_id  varchar(40),
  expire_at   timestamptz(3) NOT NULL,
  used_at     timestamptz(3),
  create_by   varchar(64),
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT one_time_token_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_time_token_token_hash_key ON one_time_token (token_hash);
CREATE INDEX one_time_token_expire_at_idx ON one_time_token (expire_at);

CREATE TABLE partner (
  partner_id  varchar(40) NOT NULL,
  name        varchar(200) NOT NULL,
  secret_hash varchar(255) NOT NULL,
  scopes      jsonb NOT NULL,
  enabled     boolean NOT NULL DEFAULT true,
  create_by   varchar(64),
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT partner_pkey PRIMARY KEY (partner_id)
);

CREATE TABLE partner_user (
  partner_id varchar(40) NOT NULL,
  username   varchar(64) NOT NULL,
  CONSTRAINT partner_user_pkey PRIMARY KEY (partner_id, username)
);
CREATE INDEX partner_user_username_idx ON partner_user (username);

CREATE TABLE rate_counter (
  key          varchar(200) NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count        integer NOT NULL,
  CONSTRAINT rate_counter_pkey PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_counter_window_start_idx ON rate_counter (window_start);

CREATE TABLE user_approval (
  approval_id     varchar(40) NOT NULL,
  kind            approval_kind NOT NULL,
  applicant       varchar(64) NOT NULL,
  username        varchar(64) NOT NULL,
  branch_code     varchar(40),
  payload         jsonb NOT NULL,
  attachment_path varchar(300),
  state           approval_state NOT NULL,
  approver        varchar(64),
  approve_date    timestamptz(3),
  comment         varchar(200),
  create_date     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  waiting         boolean NOT NULL GENERATED ALWAYS AS (state = 'PENDING') STORED,
  CONSTRAINT user_approval_pkey PRIMARY KEY (approval_id)
);
CREATE INDEX user_approval_create_date_approval_id_idx ON user_approval (create_date, approval_id);
CREATE INDEX user_approval_state_create_date_idx ON user_approval (state, create_date);
CREATE INDEX user_approval_username_state_idx ON user_approval (username, state);
CREATE INDEX user_approval_branch_code_create_date_idx ON user_approval (branch_code, create_date);
CREATE INDEX user_approval_waiting_create_date_approval_id_idx ON user_approval (waiting, create_date, approval_id);

-- users.access_version rises with everything that changes what an account may do, whoever writes it.
CREATE FUNCTION users_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.access_version := OLD.access_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER users_access_changed BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.enabled, OLD.deleted_at, OLD.user_type, OLD.customer_type, OLD.tier, OLD.branch_code)
        IS DISTINCT FROM (NEW.enabled, NEW.deleted_at, NEW.user_type, NEW.customer_type, NEW.tier, NEW.branch_code)
        AND NEW.access_version = OLD.access_version)
  EXECUTE FUNCTION users_access_changed();

-- What proves an account ends with what it was made for (api.md 1.4 One-time proofs): login links, one-time tokens and
-- unused codes, when password or phone change and when the account is disabled or deleted, whoever writes it, also by
-- hand.
CREATE FUNCTION users_proofs_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE one_time_token SET used_at = now() WHERE username = NEW.username AND used_at IS NULL AND expire_at > now();
  -- A code for a phone of several accounts names none of them.
  UPDATE verify_code SET used_at = now()
   WHERE used_at IS NULL AND expire_at > now() AND (username = NEW.username OR (username IS NULL AND phone <> '' AND phone IN (OLD.phone, NEW.phone)));
  RETURN NULL;
END $$;
CREATE TRIGGER users_proofs_end AFTER UPDATE OF password_hash, phone, enabled, deleted_at ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.phone IS DISTINCT FROM NEW.phone
        OR (OLD.enabled AND NOT NEW.enabled) OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION users_proofs_end();


-- ==== announcements =======================================================================================
-- Announcements (api.md §5.6, silent-screens C).

CREATE TYPE announcement_state AS ENUM ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN');
CREATE TYPE announcement_audience AS ENUM ('all', 'userType', 'branch', 'project');

CREATE TABLE announcement (
  id               varchar(40) NOT NULL,
  title            varchar(200) NOT NULL,
  message          text NOT NULL,
  title_en         varchar(200),
  message_en       text,
  receiving_method integer NOT NULL,
  audience_kind    announcement_audience NOT NULL,
  audience_values  text[],
  is_limited       boolean NOT NULL,
  state            announcement_state NOT NULL,
  publish_date     timestamptz(3),
  valid_to         timestamptz(3),
  pinned           boolean NOT NULL DEFAULT false,
  must_read        boolean NOT NULL DEFAULT false,
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT announcement_pkey PRIMARY KEY (id),
  CONSTRAINT announcement_receiving_method CHECK (receiving_method IN (1, 2, 3)),
  CONSTRAINT announcement_has_date CHECK (state = 'DRAFT' OR publish_date IS NOT NULL)
);
CREATE INDEX announcement_state_publish_date_id_idx ON announcement (state, publish_date DESC, id DESC);
CREATE INDEX announcement_create_date_id_idx ON announcement (create_date, id);
CREATE INDEX announcement_title_trgm_idx ON announcement USING gin (title gin_trgm_ops);
-- The minute's work finds what is due, and nothing else.
CREATE INDEX announcement_due_idx ON announcement (publish_date) WHERE state = 'SCHEDULED';
CREATE INDEX announcement_ending_idx ON announcement (valid_to) WHERE state = 'PUBLISHED';

CREATE TABLE announcement_place (
  place_id        bigserial NOT NULL,
  announcement_id varchar(40) NOT NULL,
  branch_code     varchar(40),
  project_id      varchar(40),
  CONSTRAINT announcement_place_pkey PRIMARY KEY (place_id),
  CONSTRAINT announcement_place_is_one CHECK (num_nonnulls(branch_code, project_id) = 1)
);
CREATE INDEX announcement_place_branch_code_idx ON announcement_place (branch_code);
CREATE INDEX announcement_place_project_id_idx ON announcement_place (project_id);
CREATE UNIQUE INDEX announcement_place_announcement_id_branch_code_project_id_key
  ON announcement_place (announcement_id, branch_code, project_id);

CREATE TABLE announcement_read (
  username  varchar(64) NOT NULL,
  id        varchar(40) NOT NULL,
  read_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT announcement_read_pkey PRIMARY KEY (username, id)
);
CREATE INDEX announcement_read_id_read_date_username_idx ON announcement_read (id, read_date DESC, username);


-- ==== branches ============================================================================================
-- Branches and their projects (api.md §5.3). `updatedAt` is the source system's version of an imported row;
-- `updateDate` is when our row was written.

CREATE TABLE branch (
  branch_code      varchar(40) NOT NULL,
  branch_id        varchar(40) NOT NULL,
  branch_name      varchar(200) NOT NULL,
  branch_full_name varchar(200) NOT NULL,
  company_code     varchar(40),
  updated_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT branch_pkey PRIMARY KEY (branch_code)
);
CREATE UNIQUE INDEX branch_branch_id_key ON branch (branch_id);
CREATE INDEX branch_branch_name_idx ON branch (branch_name);
CREATE INDEX branch_branch_name_trgm_idx ON branch USING gin (branch_name gin_trgm_ops);

CREATE TABLE key_account (
  ka_id       varchar(40) NOT NULL,
  name        varchar(200) NOT NULL,
  create_by   varchar(64),
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT key_account_pkey PRIMARY KEY (ka_id)
);

CREATE TABLE project (
  project_id       varchar(40) NOT NULL,
  branch_code      varchar(40) NOT NULL,
  project_name     varchar(200) NOT NULL,
  tplnr            varchar(40),
  parent_id        varchar(40),
  mobile           varchar(11),
  email            varchar(200),
  address          varchar(200),
  auto_create      varchar(1) NOT NULL DEFAULT '0',
  is_message       varchar(1) NOT NULL DEFAULT '0',
  ka_id            varchar(40),
  headerconttracts varchar(200),
  equipment_total  integer NOT NULL DEFAULT 0,
  installed_total  integer NOT NULL DEFAULT 0,
  search_grams     text[] NOT NULL GENERATED ALWAYS AS (name_grams(project_name)) STORED,
  updated_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at       timestamptz(3),
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT project_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_auto_create_check CHECK (auto_create IN ('0', '1')),
  CONSTRAINT project_is_message_check CHECK (is_message IN ('0', '1'))
);
CREATE INDEX project_branch_code_create_date_project_id_idx ON project (branch_code, create_date, project_id);
CREATE INDEX project_create_date_project_id_idx ON project (create_date, project_id);
CREATE INDEX project_ka_id_idx ON project (ka_id);
CREATE INDEX project_tplnr_idx ON project (tplnr);
CREATE INDEX project_project_name_idx ON project (project_name);
CREATE INDEX project_project_name_trgm_idx ON project USING gin (project_name gin_trgm_ops);
CREATE INDEX project_search_grams_idx ON project USING gin (search_grams);
-- The names of live projects that people made.
CREATE UNIQUE INDEX project_branch_code_project_name_live_key ON project (branch_code, project_name)
  WHERE auto_create = '0' AND deleted_at IS NULL;

CREATE TABLE project_equipment (
  project_id   varchar(40) NOT NULL,
  equipment_no varchar(40) NOT NULL,
  create_by    varchar(64),
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT project_equipment_pkey PRIMARY KEY (project_id, equipment_no)
);
CREATE INDEX project_equipment_equipment_no_project_id_idx ON project_equipment (equipment_no, project_id);

CREATE TABLE invoice_customer (
  tax_id        varchar(40) NOT NULL,
  project_id    varchar(40) NOT NULL,
  customer_name varchar(200) NOT NULL,
  updated_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT invoice_customer_pkey PRIMARY KEY (tax_id, project_id)
);
CREATE INDEX invoice_customer_project_id_idx ON invoice_customer (project_id);

CREATE TABLE user_invoice (
  username      varchar(64) NOT NULL,
  tax_id        varchar(40) NOT NULL,
  customer_name varchar(200) NOT NULL,
  project_names text NOT NULL,
  CONSTRAINT user_invoice_pkey PRIMARY KEY (username, tax_id)
);


-- ==== callbacks ===========================================================================================
-- Call-outs: their steps, persons who are trapped, technicians who are sent, and the activity of a unit (api.md §5.5).

CREATE TYPE activity_kind AS ENUM ('callback', 'maintenance');

CREATE TABLE callback (
  callback_id          varchar(40) NOT NULL,
  equipment_no         varchar(40) NOT NULL,
  branch_code          varchar(40) NOT NULL,
  callback_type        varchar(40) NOT NULL,
  job_description      varchar(1000),
  sap_system           varchar(40),
  technician_name      varchar(100),
  technician_phone     varchar(20),
  job_tech_remark      varchar(1000),
  scsa                 varchar(10),
  scsa_text            varchar(200),
  scsb                 varchar(40),
  scsb_text            varchar(200),
  caller_name          varchar(100),
  caller_phone         varchar(20),
  trapped_count        integer,
  trapped_date         timestamptz(3),
  release_date         timestamptz(3),
  release_source       varchar(10),
  equipment_running    boolean,
  previous_callback_id varchar(40),
  person_trapped       boolean NOT NULL DEFAULT false,
  person_injured       boolean NOT NULL DEFAULT false,
  job_status           varchar(4) NOT NULL,
  arrival_date         timestamptz(3),
  close_date           timestamptz(3),
  create_date          timestamptz(3) NOT NULL,
  job_update_date      timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  search_grams         text[] NOT NULL GENERATED ALWAYS AS (name_grams(coalesce(job_description, ''))) STORED,
  waiting              boolean NOT NULL GENERATED ALWAYS AS (job_status NOT IN ('CLSO', 'CLSC')) STORED,
  CONSTRAINT callback_pkey PRIMARY KEY (callback_id),
  CONSTRAINT callback_job_status_check CHECK (
    job_status IN ('INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR', 'CLSO', 'CLSC')
  ),
  CONSTRAINT callback_trapped_count_check CHECK (trapped_count BETWEEN 0 AND 50)
);
CREATE INDEX callback_create_date_callback_id_idx ON callback (create_date, callback_id);
CREATE INDEX callback_equipment_no_create_date_idx ON callback (equipment_no, create_date DESC);
CREATE INDEX callback_branch_code_create_date_idx ON callback (branch_code, create_date DESC);
CREATE INDEX callback_job_status_create_date_idx ON callback (job_status, create_date DESC);
CREATE INDEX callback_callback_type_create_date_idx ON callback (callback_type, create_date DESC);
CREATE INDEX callback_scsa_create_date_idx ON callback (scsa, create_date DESC);
CREATE INDEX callback_close_date_idx ON callback (close_date);
CREATE INDEX callback_job_description_trgm_idx ON callback USING gin (job_description gin_trgm_ops);
CREATE INDEX callback_callback_id_trgm_idx ON callback USING gin (callback_id gin_trgm_ops);
CREATE INDEX callback_search_grams_idx ON callback USING gin (search_grams);
CREATE INDEX callback_waiting_create_date_callback_id_idx ON callback (waiting, create_date, callback_id);
CREATE INDEX callback_branch_code_waiting_create_date_callback_id_idx
  ON callback (branch_code, waiting, create_date, callback_id);
-- The few rows that are looked at all the time; incidents are asked for on every page.
CREATE INDEX callback_trapped_idx ON callback (create_date) WHERE person_trapped;
CREATE INDEX callback_injured_idx ON callback (create_date) WHERE person_injured;
CREATE INDEX callback_open_idx ON callback (equipment_no) WHERE job_status NOT IN ('CLSO', 'CLSC');
CREATE INDEX callback_trapped_open_idx ON callback (equipment_no)
  WHERE person_trapped AND release_date IS NULL AND job_status NOT IN ('CLSO', 'CLSC');

CREATE TABLE callback_status (
  id                   bigserial NOT NULL,
  callback_id          varchar(40) NOT NULL,
  status               varchar(4) NOT NULL,
  update_time          timestamptz(3) NOT NULL,
  operator             varchar(64),
  reason               varchar(200),
  expected_return_date timestamptz(3),
  CONSTRAINT callback_status_pkey PRIMARY KEY (id),
  CONSTRAINT callback_status_status_check CHECK (
    status IN ('INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR', 'CLSO', 'CLSC')
  )
);
CREATE INDEX callback_status_callback_id_update_time_idx ON callback_status (callback_id, update_time);
CREATE UNIQUE INDEX callback_status_callback_id_status_update_time_key
  ON callback_status (callback_id, status, update_time);

CREATE TABLE entrapment (
  id                bigserial NOT NULL,
  equipment_no      varchar(40) NOT NULL,
  callback_id       varchar(40),
  start_at          timestamptz(3) NOT NULL,
  start_source      varchar(10) NOT NULL,
  released_at       timestamptz(3),
  release_source    varchar(10),
  create_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  told_date         timestamptz(3),
  release_told_date timestamptz(3),
  CONSTRAINT entrapment_pkey PRIMARY KEY (id),
  CONSTRAINT entrapment_source_check CHECK (
    start_source IN ('box', 'person') AND release_source IN ('box', 'person', 'technician')
    AND (released_at IS NULL) = (release_source IS NULL))
);
CREATE INDEX entrapment_equipment_no_start_at_idx ON entrapment (equipment_no, start_at);
CREATE INDEX entrapment_callback_id_start_at_idx ON entrapment (callback_id, start_at);
CREATE INDEX entrapment_release_told_date_idx ON entrapment (release_told_date);
-- Somebody is trapped in a unit, or nobody is; and what a box has told that nobody has acted on.
CREATE UNIQUE INDEX entrapment_open_key ON entrapment (equipment_no) WHERE released_at IS NULL;
CREATE INDEX entrapment_untold_idx ON entrapment (id)
  WHERE told_date IS NULL OR (released_at IS NOT NULL AND release_told_date IS NULL);

CREATE TABLE entrapment_text (
  sms_id        bigint NOT NULL,
  entrapment_id bigint NOT NULL,
  CONSTRAINT entrapment_text_pkey PRIMARY KEY (sms_id)
);
CREATE INDEX entrapment_text_entrapment_id_idx ON entrapment_text (entrapment_id);

CREATE TABLE technician (
  branch_code      varchar(40) NOT NULL,
  technician_name  varchar(100) NOT NULL,
  technician_phone varchar(20) NOT NULL,
  last_used        timestamptz(3) NOT NULL,
  CONSTRAINT technician_pkey PRIMARY KEY (branch_code, technician_name, technician_phone)
);
CREATE INDEX technician_branch_code_last_used_idx ON technician (branch_code, last_used DESC);

CREATE TABLE technician_link (
  id               bigserial NOT NULL,
  callback_id      varchar(40) NOT NULL,
  token_hash       varchar(43) NOT NULL,
  technician_name  varchar(100) NOT NULL,
  technician_phone varchar(20) NOT NULL,
  operator         varchar(64),
  sms_id           bigint NOT NULL,
  create_date      timestamptz(3) NOT NULL,
  accepted_date    timestamptz(3),
  on_way_date      timestamptz(3),
  arrived_date     timestamptz(3),
  freed_date       timestamptz(3),
  closed_date      timestamptz(3),
  given_back_date  timestamptz(3),
  give_back_reason varchar(200),
  accept_due       timestamptz(3),
  missed_told_date timestamptz(3),
  revoked_date     timestamptz(3),
  CONSTRAINT technician_link_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX technician_link_token_hash_key ON technician_link (token_hash);
CREATE INDEX technician_link_callback_id_id_idx ON technician_link (callback_id, id);
CREATE INDEX technician_link_sms_id_idx ON technician_link (sms_id);
-- Who waits for an acceptance, and the one link of a call-out that opens something.
CREATE INDEX technician_link_accept_due_idx ON technician_link (accept_due) WHERE accept_due IS NOT NULL;
CREATE UNIQUE INDEX technician_link_live_key ON technician_link (callback_id) WHERE revoked_date IS NULL;

CREATE TABLE activity (
  id                bigserial NOT NULL,
  equipment_no      varchar(40) NOT NULL,
  branch_code       varchar(40) NOT NULL,
  sub_type          activity_kind NOT NULL,
  object_id         varchar(40) NOT NULL,
  title             varchar(200) NOT NULL,
  message           varchar(1000) NOT NULL,
  notification_date timestamptz(3) NOT NULL,
  create_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT activity_pkey PRIMARY KEY (id)
);
CREATE INDEX activity_equipment_no_notification_date_idx ON activity (equipment_no, notification_date DESC);
CREATE UNIQUE INDEX activity_sub_type_object_id_notification_date_key
  ON activity (sub_type, object_id, notification_date);

-- Call-outs are news for the pages that show them (api.md §3.6, readings 264), whoever writes them and in whichever
-- process: whatever changes of a row, not its state alone: a release, an arrival, who handles it. Only what is recent:
-- history that is loaded is no news.
CREATE FUNCTION callback_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', callback_id, '{}' FROM changed WHERE job_update_date > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', c.callback_id, '{}' FROM changed c JOIN former f USING (callback_id)
       WHERE to_jsonb(c) - 'updated_at' <> to_jsonb(f) - 'updated_at'
         AND greatest(c.job_update_date, c.trapped_date, c.release_date) > now() - interval '1 day';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER callback_inserted AFTER INSERT ON callback
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_news();
CREATE TRIGGER callback_updated AFTER UPDATE ON callback
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_news();

-- So is what a technician was told and did. A dispatch, a move and a return are news by themselves.
CREATE FUNCTION technician_link_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload) VALUES ('callback', NEW.callback_id, '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER technician_link_written AFTER UPDATE ON technician_link FOR EACH ROW
  WHEN ((OLD.accepted_date, OLD.freed_date, OLD.missed_told_date)
        IS DISTINCT FROM (NEW.accepted_date, NEW.freed_date, NEW.missed_told_date))
  EXECUTE FUNCTION technician_link_news();


-- ==== cameras =============================================================================================
-- Cameras, who looks into a unit, and what is recorded (api.md §2.10, §5.7).

CREATE TYPE camera_platform AS ENUM ('video', 'dhVideo');
CREATE TYPE camera_source AS ENUM ('rtmp', 'demo', 'platform');
CREATE TYPE camera_position AS ENUM ('car', 'upper', 'lower', 'machineRoom');

CREATE TABLE camera (
  camera_id        varchar(40) NOT NULL,
  equipment_no     varchar(40) NOT NULL,
  branch_code      varchar(40) NOT NULL,
  platform         camera_platform NOT NULL,
  device_id        varchar(64) NOT NULL,
  channel_id       integer NOT NULL,
  position         camera_position NOT NULL,
  source           camera_source NOT NULL DEFAULT 'rtmp',
  stream_type      varchar(10),
  proto_type       varchar(10),
  encrypt_mode     varchar(10),
  enabled          boolean NOT NULL DEFAULT true,
  recorded         boolean NOT NULL DEFAULT false,
  key_hash         varchar(64),
  has_talk         boolean NOT NULL DEFAULT false,
  status           varchar(2) NOT NULL DEFAULT '00',
  last_online_date timestamptz(3),
  remark           varchar(200),
  update_by        varchar(64),
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT camera_pkey PRIMARY KEY (camera_id),
  CONSTRAINT camera_status_check CHECK (status IN ('00', '01', '02')),
  CONSTRAINT camera_channel_id_check CHECK (channel_id BETWEEN 0 AND 999)
);
CREATE INDEX camera_equipment_no_idx ON camera (equipment_no);
CREATE INDEX camera_platform_status_idx ON camera (platform, status);
CREATE INDEX camera_create_date_camera_id_idx ON camera (create_date, camera_id);
CREATE UNIQUE INDEX camera_device_id_channel_id_key ON camera (device_id, channel_id);

CREATE TABLE video_session (
  id            varchar(40) NOT NULL,
  client_id     varchar(64) NOT NULL,
  username      varchar(64) NOT NULL,
  session_id    varchar(64) NOT NULL,
  equipment_no  varchar(40) NOT NULL,
  camera_id     varchar(40) NOT NULL,
  business_type varchar(20) NOT NULL,
  opened_from   varchar(20),
  start_at      timestamptz(3) NOT NULL,
  expire_at     timestamptz(3) NOT NULL,
  kept_until    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at     timestamptz(3),
  CONSTRAINT video_session_pkey PRIMARY KEY (id)
);
CREATE INDEX video_session_username_closed_at_idx ON video_session (username, closed_at);
CREATE INDEX video_session_client_id_idx ON video_session (client_id);
CREATE INDEX video_session_expire_at_idx ON video_session (expire_at);
-- One speaks to a car at a time.
CREATE UNIQUE INDEX video_session_talk_key ON video_session (camera_id)
  WHERE business_type = 'talk' AND closed_at IS NULL;

CREATE TABLE video_segment (
  id        bigserial NOT NULL,
  camera_id varchar(40) NOT NULL,
  begin_at  timestamptz(3) NOT NULL,
  end_at    timestamptz(3),
  bytes     bigint NOT NULL DEFAULT 0,
  file      varchar(100) NOT NULL,
  CONSTRAINT video_segment_pkey PRIMARY KEY (id)
);
CREATE INDEX video_segment_camera_id_begin_at_idx ON video_segment (camera_id, begin_at);
CREATE INDEX video_segment_begin_at_idx ON video_segment (begin_at);


-- ==== campus ==============================================================================================
-- The monitoring wall of a user (api.md §5.6).

CREATE TYPE campus_apply_status AS ENUM ('NEW', 'CONTACTED', 'ENABLED', 'REJECTED', 'EXPIRED');

CREATE TABLE campus_view (
  username         varchar(64) NOT NULL,
  title            varchar(200),
  logo             varchar(300),
  background       varchar(300),
  mute             integer NOT NULL DEFAULT 0,
  campus_view_size integer NOT NULL DEFAULT 40,
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT campus_view_pkey PRIMARY KEY (username),
  CONSTRAINT campus_view_mute_check CHECK (mute IN (0, 1)),
  CONSTRAINT campus_view_campus_view_size_check CHECK (campus_view_size IN (40, 80, 100))
);

CREATE TABLE campus_view_equipment (
  username            varchar(64) NOT NULL,
  equipment_no        varchar(40) NOT NULL,
  equipment_nick_name varchar(200),
  position            integer NOT NULL,
  CONSTRAINT campus_view_equipment_pkey PRIMARY KEY (username, equipment_no),
  CONSTRAINT campus_view_equipment_position_check CHECK (position >= 0)
);
CREATE INDEX campus_view_equipment_username_position_idx ON campus_view_equipment (username, position);
CREATE INDEX campus_view_equipment_equipment_no_idx ON campus_view_equipment (equipment_no);

CREATE TABLE campus_apply (
  apply_id       varchar(40) NOT NULL,
  username       varchar(64) NOT NULL,
  branch_code    varchar(40),
  apply_username varchar(200) NOT NULL,
  description    varchar(200) NOT NULL,
  apply_phone    varchar(11) NOT NULL,
  email          varchar(200),
  status         campus_apply_status NOT NULL,
  valid_until    date,
  tabs           jsonb,
  comment        varchar(200),
  handled_by     varchar(64),
  handled_date   timestamptz(3),
  create_date    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  waiting        boolean NOT NULL GENERATED ALWAYS AS (status IN ('NEW', 'CONTACTED')) STORED,
  CONSTRAINT campus_apply_pkey PRIMARY KEY (apply_id)
);
CREATE INDEX campus_apply_create_date_apply_id_idx ON campus_apply (create_date, apply_id);
CREATE INDEX campus_apply_trgm_idx
  ON campus_apply USING gin (apply_username gin_trgm_ops, apply_phone gin_trgm_ops, username gin_trgm_ops);
CREATE INDEX campus_apply_status_create_date_idx ON campus_apply (status, create_date);
CREATE INDEX campus_apply_branch_code_create_date_idx ON campus_apply (branch_code, create_date);
CREATE INDEX campus_apply_username_create_date_idx ON campus_apply (username, create_date);
CREATE INDEX campus_apply_waiting_create_date_apply_id_idx ON campus_apply (waiting, create_date, apply_id);
-- One open application an account; what expires is looked for every night.
CREATE UNIQUE INDEX campus_apply_username_open_key ON campus_apply (username) WHERE status IN ('NEW', 'CONTACTED');
CREATE INDEX campus_apply_valid_until_idx ON campus_apply (valid_until) WHERE status = 'ENABLED';

-- An application that is in force gives authorities, so its changes are changes of access.
CREATE TRIGGER campus_apply_inserted AFTER INSERT ON campus_apply
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER campus_apply_updated AFTER UPDATE ON campus_apply
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();


-- ==== contracts ===========================================================================================
-- Contracts, and units that dropped out of them (api.md §5.5, silent-screens.md A8).

CREATE TYPE off_reason AS ENUM ('NOT_RENEWED', 'TERMINATED', 'SCRAPPED', 'OTHER');
CREATE TYPE off_state AS ENUM ('OPEN', 'FOLLOWING', 'RENEWED', 'STOPPED');

CREATE TABLE contract (
  contract_no              varchar(40) NOT NULL,
  equipment_no             varchar(40) NOT NULL,
  branch_code              varchar(40) NOT NULL,
  project_name             varchar(200),
  origin_contract_no       varchar(40),
  frame_contract_no        varchar(40),
  contract_start_date      date,
  contract_end_date        date,
  contract_actual_end_date date,
  planned_date             date,
  effective_end            date,
  follow_note              varchar(200),
  follow_next_date         date,
  follow_by                varchar(64),
  updated_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  create_by                varchar(64),
  create_date              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  row_key                  varchar(81) NOT NULL GENERATED ALWAYS AS (contract_no || ' ' || equipment_no) STORED,
  CONSTRAINT contract_pkey PRIMARY KEY (contract_no, equipment_no),
  CONSTRAINT contract_effective_end_check CHECK (
    effective_end IS NOT DISTINCT FROM coalesce(contract_actual_end_date, contract_end_date)
  )
);
CREATE UNIQUE INDEX contract_row_key_key ON contract (row_key);
CREATE INDEX contract_effective_end_equipment_no_idx ON contract (effective_end, equipment_no);
CREATE INDEX contract_effective_end_row_key_idx ON contract (effective_end, row_key);
CREATE INDEX contract_updated_at_idx ON contract (updated_at);
CREATE INDEX contract_branch_code_effective_end_idx ON contract (branch_code, effective_end);
CREATE INDEX contract_equipment_no_idx ON contract (equipment_no);
CREATE INDEX contract_origin_contract_no_idx ON contract (origin_contract_no);
CREATE INDEX contract_frame_contract_no_idx ON contract (frame_contract_no);
CREATE INDEX contract_follow_next_date_row_key_idx ON contract (follow_next_date, row_key);

CREATE TABLE off_maintenance (
  id           varchar(40) NOT NULL,
  equipment_no varchar(40) NOT NULL,
  branch_code  varchar(40) NOT NULL,
  contract_no  varchar(40),
  off_date     date NOT NULL,
  reason       off_reason NOT NULL,
  state        off_state NOT NULL,
  note         varchar(200),
  follower     varchar(64),
  last_follow  timestamptz(3),
  recover_date date,
  create_by    varchar(64),
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT off_maintenance_pkey PRIMARY KEY (id)
);
CREATE INDEX off_maintenance_off_date_id_idx ON off_maintenance (off_date, id);
CREATE INDEX off_maintenance_branch_code_off_date_idx ON off_maintenance (branch_code, off_date DESC);
CREATE INDEX off_maintenance_state_idx ON off_maintenance (state);
-- One running record a unit; those that were renewed are history.
CREATE UNIQUE INDEX off_maintenance_equipment_no_live_key ON off_maintenance (equipment_no)
  WHERE state IN ('OPEN', 'FOLLOWING', 'STOPPED');


-- ==== equipment ===========================================================================================
-- Units and their latest state (api.md §5.4, design §5).

CREATE TYPE display_type AS ENUM ('EV', 'ES', 'WW', 'OTHER');
CREATE TYPE coord_system AS ENUM ('wgs84', 'gcj02');
CREATE TYPE link_state AS ENUM ('online', 'offline');

CREATE TABLE equipment (
  equipment_no               varchar(40) NOT NULL,
  equipment_name             varchar(200) NOT NULL,
  cube_no                    varchar(40),
  building_name              varchar(200),
  building_code              varchar(40),
  equipment_type             varchar(20) NOT NULL,
  display_type               display_type NOT NULL,
  product_line               varchar(100),
  total_floors               integer,
  floor_mapping              jsonb,
  floor_mapping_configed     integer NOT NULL DEFAULT 0,
  floor_matching_edit_status integer NOT NULL DEFAULT 0,
  construction_date          date,
  government_no              varchar(40),
  post_code                  varchar(20),
  country                    varchar(100),
  province                   varchar(100),
  city                       varchar(100),
  district                   varchar(100),
  street                     varchar(200),
  house_no                   varchar(40),
  longitude                  decimal(10,6),
  latitude                   decimal(10,6),
  coord_system               coord_system NOT NULL DEFAULT 'wgs84',
  sap_system                 varchar(40),
  branch_code                varchar(40) NOT NULL,
  company_code               varchar(40),
  origin_contract_no         varchar(40),
  frame_contract_no          varchar(40),
  contract_start_date        date,
  contract_end_date          date,
  contract_actual_end_date   date,
  planned_date               date,
  address                    varchar(200),
  rated_speed                decimal(14,3),
  customer_name              varchar(200),
  service_stopped            boolean NOT NULL DEFAULT false,
  video                      varchar(1) NOT NULL DEFAULT '0',
  dh_video                   varchar(1) NOT NULL DEFAULT '0',
  search_grams               text[] NOT NULL GENERATED ALWAYS AS (
    name_grams(equipment_name || ' ' || equipment_no || ' ' || coalesce(building_name, ''))
  ) STORED,
  updated_at                 timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at                 timestamptz(3),
  create_by                  varchar(64),
  create_date                timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date                timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT equipment_pkey PRIMARY KEY (equipment_no),
  CONSTRAINT equipment_floor_mapping_configed_check CHECK (floor_mapping_configed BETWEEN 0 AND 3),
  CONSTRAINT equipment_floor_matching_edit_status_check CHECK (floor_matching_edit_status BETWEEN 0 AND 2),
  CONSTRAINT equipment_video_check CHECK (video IN ('0', '1')),
  CONSTRAINT equipment_dh_video_check CHECK (dh_video IN ('0', '1'))
);
CREATE INDEX equipment_branch_code_create_date_equipment_no_idx ON equipment (branch_code, create_date, equipment_no);
CREATE INDEX equipment_create_date_equipment_no_idx ON equipment (create_date, equipment_no);
CREATE INDEX equipment_cube_no_idx ON equipment (cube_no);
CREATE INDEX equipment_display_type_branch_code_idx ON equipment (display_type, branch_code);
CREATE INDEX equipment_total_floors_branch_code_idx ON equipment (total_floors, branch_code);
CREATE INDEX equipment_floor_mapping_configed_idx ON equipment (floor_mapping_configed);
CREATE INDEX equipment_province_city_district_idx ON equipment (province, city, district);
CREATE INDEX equipment_building_name_idx ON equipment (building_name);
CREATE INDEX equipment_equipment_name_equipment_no_idx ON equipment (equipment_name, equipment_no);
CREATE INDEX equipment_branch_code_equipment_name_equipment_no_idx
  ON equipment (branch_code, equipment_name, equipment_no);
CREATE INDEX equipment_product_line_equipment_no_idx ON equipment (product_line, equipment_no);
CREATE INDEX equipment_branch_code_product_line_equipment_no_idx ON equipment (branch_code, product_line, equipment_no);
CREATE INDEX equipment_equipment_name_trgm_idx ON equipment USING gin (equipment_name gin_trgm_ops);
CREATE INDEX equipment_equipment_no_trgm_idx ON equipment USING gin (equipment_no gin_trgm_ops);
CREATE INDEX equipment_building_name_trgm_idx ON equipment USING gin (building_name gin_trgm_ops);
CREATE INDEX equipment_search_grams_idx ON equipment USING gin (search_grams);
-- A box serves one live unit.
CREATE UNIQUE INDEX equipment_cube_no_live_key ON equipment (cube_no) WHERE deleted_at IS NULL AND cube_no IS NOT NULL;

CREATE TABLE equipment_status (
  equipment_no      varchar(40) NOT NULL,
  online_status     integer NOT NULL DEFAULT 4,
  error_status      integer NOT NULL DEFAULT 2,
  entrapment_status integer NOT NULL DEFAULT 0,
  connection        link_state,
  session           varchar(40),
  last_data_at      timestamptz(3),
  live              jsonb NOT NULL DEFAULT '{}',
  counters          jsonb NOT NULL DEFAULT '{}',
  config_version    integer NOT NULL DEFAULT 0,
  detector          jsonb NOT NULL DEFAULT '{}',
  detector_due      timestamptz(3),
  updated_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT equipment_status_pkey PRIMARY KEY (equipment_no),
  CONSTRAINT equipment_status_online_status_check CHECK (online_status IN (0, 1, 3, 4)),
  CONSTRAINT equipment_status_error_status_check CHECK (error_status IN (0, 1, 2)),
  CONSTRAINT equipment_status_entrapment_status_check CHECK (entrapment_status IN (0, 1))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX equipment_status_online_status_equipment_no_idx ON equipment_status (online_status, equipment_no);
CREATE INDEX equipment_status_error_status_equipment_no_idx ON equipment_status (error_status, equipment_no);
-- The few rows that are looked at all the time.
CREATE INDEX equipment_status_trapped_idx ON equipment_status (equipment_no) WHERE entrapment_status = 1;
CREATE INDEX equipment_status_last_data_at_idx ON equipment_status (last_data_at) WHERE online_status IN (1, 3);
CREATE INDEX equipment_status_detector_due_idx ON equipment_status (detector_due) WHERE detector_due IS NOT NULL;

CREATE TABLE energy_parameter (
  equipment_no     varchar(40) NOT NULL,
  rated_power      decimal(6,3),
  crawl_power      decimal(6,3),
  standby_power    decimal(6,3),
  energy_class     varchar(10),
  certificate_date date,
  update_by        varchar(64),
  create_by        varchar(64),
  create_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT energy_parameter_pkey PRIMARY KEY (equipment_no)
);


-- ==== facts ===============================================================================================
-- What a unit did: by the hour, by the day and in spans (api.md §5.4, decision 014).

CREATE TABLE equipment_day (
  equipment_no        varchar(40) NOT NULL,
  day                 date NOT NULL,
  branch_code         varchar(40) NOT NULL,
  trips               integer NOT NULL DEFAULT 0,
  openings            integer NOT NULL DEFAULT 0,
  run_sec             integer NOT NULL DEFAULT 0,
  full_sec            integer NOT NULL DEFAULT 0,
  crawl_sec           integer NOT NULL DEFAULT 0,
  standby_sec         integer NOT NULL DEFAULT 0,
  energy_kwh          decimal(14,3),
  saved_kwh           decimal(14,3),
  passengers          integer NOT NULL DEFAULT 0,
  available_sec       integer NOT NULL DEFAULT 0,
  fault_sec           integer NOT NULL DEFAULT 0,
  equipment_fault_sec integer NOT NULL DEFAULT 0,
  unknown_sec         integer NOT NULL DEFAULT 0,
  silent_sec          integer,
  service_sec         integer NOT NULL DEFAULT 0,
  shutdowns           integer NOT NULL DEFAULT 0,
  callbacks           integer NOT NULL DEFAULT 0,
  equipment_callbacks integer NOT NULL DEFAULT 0,
  entrapments         integer NOT NULL DEFAULT 0,
  flagged             boolean NOT NULL DEFAULT false,
  updated_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT equipment_day_pkey PRIMARY KEY (equipment_no, day)
);
CREATE INDEX equipment_day_day_equipment_no_idx ON equipment_day (day, equipment_no);
CREATE INDEX equipment_day_branch_code_day_idx ON equipment_day (branch_code, day);

CREATE TABLE equipment_hour (
  equipment_no varchar(40) NOT NULL,
  hour         timestamptz(3) NOT NULL,
  trips        integer,
  openings     integer,
  reversals    integer,
  run_sec      integer,
  partial      boolean NOT NULL DEFAULT false,
  CONSTRAINT equipment_hour_pkey PRIMARY KEY (equipment_no, hour)
);
CREATE INDEX equipment_hour_hour_idx ON equipment_hour (hour);

CREATE TABLE equipment_span (
  equipment_no varchar(40) NOT NULL,
  start_at     timestamptz(3) NOT NULL,
  kind         varchar(10) NOT NULL,
  end_at       timestamptz(3) NOT NULL,
  CONSTRAINT equipment_span_pkey PRIMARY KEY (equipment_no, start_at, kind)
);
CREATE INDEX equipment_span_end_at_idx ON equipment_span (end_at);
-- As equipment_event_long_idx.
CREATE INDEX equipment_span_long_idx ON equipment_span (equipment_no, end_at)
  WHERE end_at - start_at > interval '1 day';

CREATE TABLE project_day (
  project_id          varchar(40) NOT NULL,
  day                 date NOT NULL,
  units               integer NOT NULL,
  valid_units         integer NOT NULL,
  valid_sec           bigint NOT NULL,
  valid_available_sec bigint NOT NULL,
  trips               bigint NOT NULL,
  openings            bigint NOT NULL,
  run_sec             bigint NOT NULL,
  energy_kwh          decimal(18,3),
  passengers          bigint NOT NULL,
  fault_sec           bigint NOT NULL,
  equipment_fault_sec bigint NOT NULL,
  unknown_sec         bigint NOT NULL,
  service_sec         bigint NOT NULL,
  shutdowns           integer NOT NULL,
  callbacks           integer NOT NULL,
  equipment_callbacks integer NOT NULL,
  entrapments         integer NOT NULL,
  updated_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT project_day_pkey PRIMARY KEY (project_id, day)
);
CREATE INDEX project_day_day_idx ON project_day (day);

CREATE TABLE equipment_cycle_day (
  equipment_no    varchar(40) NOT NULL,
  day             date NOT NULL,
  door_openings   integer NOT NULL DEFAULT 0,
  door_open_ms    bigint NOT NULL DEFAULT 0,
  door_closings   integer NOT NULL DEFAULT 0,
  door_close_ms   bigint NOT NULL DEFAULT 0,
  door_reversals  integer NOT NULL DEFAULT 0,
  door_blocked    integer NOT NULL DEFAULT 0,
  stops           integer NOT NULL DEFAULT 0,
  off_level_stops integer NOT NULL DEFAULT 0,
  trips           integer NOT NULL DEFAULT 0,
  trip_ms         bigint NOT NULL DEFAULT 0,
  trip_floors     integer NOT NULL DEFAULT 0,
  floor_pairs     jsonb NOT NULL DEFAULT '{}',
  hour_trips      integer[] DEFAULT ARRAY[]::integer[],
  overloads       integer NOT NULL DEFAULT 0,
  updated_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT equipment_cycle_day_pkey PRIMARY KEY (equipment_no, day)
);
CREATE INDEX equipment_cycle_day_day_idx ON equipment_cycle_day (day);


-- ==== faults ==============================================================================================
-- The dictionary of fault codes and the inspection of faults (api.md §5.4, §5.5).

CREATE TYPE gb_code_kind AS ENUM ('error', 'event', 'entrapment', 'fire', 'earthquake', 'power', 'inspection', 'door', 'stop', 'none');
CREATE TYPE inspection_result AS ENUM ('PENDING', 'REAL', 'FALSE_ALARM', 'SERVICE_WORK', 'WATCH');

CREATE TABLE gb_code_dict (
  gb_code varchar(20) NOT NULL,
  text    varchar(200) NOT NULL,
  text_en varchar(200),
  error   boolean NOT NULL DEFAULT true,
  kind    gb_code_kind NOT NULL DEFAULT 'error',
  rule    varchar(10),
  CONSTRAINT gb_code_dict_pkey PRIMARY KEY (gb_code)
);

CREATE TABLE error_inspection (
  error_id        varchar(40) NOT NULL,
  equipment_no    varchar(40) NOT NULL,
  branch_code     varchar(40) NOT NULL,
  event_ref       bigint,
  gb_code         varchar(20) NOT NULL,
  text            varchar(200) NOT NULL,
  start_date      timestamptz(3) NOT NULL,
  recover_date    timestamptz(3),
  mode            varchar(10),
  trapped         boolean NOT NULL DEFAULT false,
  result          inspection_result NOT NULL DEFAULT 'PENDING',
  proposed_result varchar(20),
  comment         varchar(200),
  symptom_id      varchar(40),
  callback_id     varchar(40),
  inspector       varchar(64),
  inspect_date    timestamptz(3),
  strip           jsonb,
  history         jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT error_inspection_pkey PRIMARY KEY (error_id)
);
CREATE UNIQUE INDEX error_inspection_event_ref_key ON error_inspection (event_ref);
CREATE INDEX error_inspection_start_date_error_id_idx ON error_inspection (start_date DESC, error_id);
CREATE INDEX error_inspection_result_start_date_idx ON error_inspection (result, start_date DESC);
CREATE INDEX error_inspection_equipment_no_gb_code_start_date_idx
  ON error_inspection (equipment_no, gb_code, start_date DESC);
CREATE INDEX error_inspection_branch_code_start_date_idx ON error_inspection (branch_code, start_date DESC);
CREATE INDEX error_inspection_open_idx ON error_inspection (equipment_no) WHERE recover_date IS NULL;
-- Episodes whose strip is not kept yet.
CREATE INDEX error_inspection_unkept_idx ON error_inspection (recover_date)
  WHERE strip IS NULL AND recover_date IS NOT NULL;


-- ==== feedback ============================================================================================
-- What users tell the portal's house, and its answers (api.md §5.2).

CREATE TYPE feedback_type AS ENUM ('suggestion', 'problem', 'data', 'complaint');
CREATE TYPE feedback_source AS ENUM ('Web', 'App');
CREATE TYPE feedback_state AS ENUM ('NEW', 'PROCESSING', 'REPLIED', 'CLOSED');

CREATE TABLE user_feedback (
  feedback_id  varchar(40) NOT NULL,
  username     varchar(64) NOT NULL,
  branch_code  varchar(40),
  type         feedback_type NOT NULL,
  content      varchar(200) NOT NULL,
  phone        varchar(11),
  images       jsonb NOT NULL,
  source       feedback_source NOT NULL,
  version      varchar(40),
  state        feedback_state NOT NULL,
  assignee     varchar(64),
  handled_date timestamptz(3),
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  waiting      boolean NOT NULL GENERATED ALWAYS AS (state IN ('NEW', 'PROCESSING')) STORED,
  CONSTRAINT user_feedback_pkey PRIMARY KEY (feedback_id)
);
CREATE INDEX user_feedback_create_date_feedback_id_idx ON user_feedback (create_date, feedback_id);
CREATE INDEX user_feedback_trgm_idx
  ON user_feedback USING gin (content gin_trgm_ops, username gin_trgm_ops, phone gin_trgm_ops);
CREATE INDEX user_feedback_state_create_date_idx ON user_feedback (state, create_date);
CREATE INDEX user_feedback_username_create_date_idx ON user_feedback (username, create_date);
CREATE INDEX user_feedback_branch_code_create_date_idx ON user_feedback (branch_code, create_date);
CREATE INDEX user_feedback_waiting_create_date_feedback_id_idx ON user_feedback (waiting, create_date, feedback_id);

CREATE TABLE feedback_message (
  id          bigserial NOT NULL,
  feedback_id varchar(40) NOT NULL,
  username    varchar(64) NOT NULL,
  text        varchar(200) NOT NULL,
  images      jsonb NOT NULL,
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT feedback_message_pkey PRIMARY KEY (id)
);
CREATE INDEX feedback_message_feedback_id_create_date_idx ON feedback_message (feedback_id, create_date);


-- ==== files ===============================================================================================
-- Files that people sent (api.md §5.3).

CREATE TYPE stored_file_kind AS ENUM ('invoice', 'campus', 'announcement', 'feedback', 'inspection', 'report');

CREATE TABLE stored_file (
  path         varchar(300) NOT NULL,
  kind         stored_file_kind NOT NULL,
  name         varchar(200) NOT NULL,
  mime         varchar(100) NOT NULL,
  size         integer NOT NULL,
  sha256       varchar(64) NOT NULL,
  username     varchar(64),
  equipment_no varchar(40),
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at   timestamptz(3),
  CONSTRAINT stored_file_pkey PRIMARY KEY (path)
);
CREATE INDEX stored_file_kind_create_date_idx ON stored_file (kind, create_date);
CREATE INDEX stored_file_username_idx ON stored_file (username);


-- ==== gateways ============================================================================================
-- Boxes and gateways of other makers (api.md §5.4).

CREATE TYPE cube_kind AS ENUM ('box', 'pro');
CREATE TYPE cube_bind_state AS ENUM ('UNBOUND', 'BOUND', 'RETIRED');
CREATE TYPE cube_action AS ENUM ('register', 'bind', 'unbind', 'replace', 'retire', 'restore', 'secret', 'attach', 'detach');
CREATE TYPE third_gateway_kind AS ENUM ('tl', 'step');

CREATE TABLE edge_cube (
  cube_no         varchar(32) NOT NULL,
  kind            cube_kind NOT NULL,
  bind_state      cube_bind_state NOT NULL,
  project_id      varchar(40),
  branch_code     varchar(40),
  ports           integer,
  model           varchar(40),
  iccid           varchar(40),
  secret_hash     varchar(255) NOT NULL,
  secret_at       timestamptz(3) NOT NULL,
  enabled         boolean NOT NULL DEFAULT true,
  fw_version      varchar(40),
  signal          integer,
  ip              varchar(45),
  state           link_state NOT NULL DEFAULT 'offline',
  session         varchar(40),
  state_at        timestamptz(3),
  last_data_at    timestamptz(3),
  reconnects_24h  integer NOT NULL DEFAULT 0,
  clock_drift_sec integer,
  health          jsonb,
  traffic         jsonb,
  bind_date       timestamptz(3),
  remark          varchar(200),
  create_by       varchar(64),
  create_date     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT edge_cube_pkey PRIMARY KEY (cube_no)
);
CREATE INDEX edge_cube_kind_create_date_cube_no_idx ON edge_cube (kind, create_date, cube_no);
CREATE INDEX edge_cube_bind_state_create_date_cube_no_idx ON edge_cube (bind_state, create_date, cube_no);
CREATE INDEX edge_cube_fw_version_idx ON edge_cube (fw_version);
CREATE INDEX edge_cube_state_idx ON edge_cube (state);
CREATE INDEX edge_cube_project_id_idx ON edge_cube (project_id);
CREATE INDEX edge_cube_branch_code_kind_create_date_cube_no_idx ON edge_cube (branch_code, kind, create_date, cube_no);

CREATE TABLE cube_history (
  id           bigserial NOT NULL,
  cube_no      varchar(32) NOT NULL,
  action       cube_action NOT NULL,
  equipment_no varchar(40),
  reason       varchar(200),
  operator     varchar(64) NOT NULL,
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT cube_history_pkey PRIMARY KEY (id)
);
CREATE INDEX cube_history_cube_no_create_date_idx ON cube_history (cube_no, create_date DESC);
CREATE INDEX cube_history_equipment_no_create_date_idx ON cube_history (equipment_no, create_date DESC);

CREATE TABLE ingest_reject (
  id      bigserial NOT NULL,
  cube_no varchar(40) NOT NULL,
  topic   varchar(20) NOT NULL,
  code    varchar(20) NOT NULL,
  key     varchar(40),
  message varchar(200) NOT NULL,
  at      timestamptz(3) NOT NULL,
  CONSTRAINT ingest_reject_pkey PRIMARY KEY (id)
);
CREATE INDEX ingest_reject_cube_no_at_idx ON ingest_reject (cube_no, at DESC);
CREATE INDEX ingest_reject_at_idx ON ingest_reject (at);

CREATE TABLE third_gateway (
  id                varchar(40) NOT NULL,
  kind              third_gateway_kind NOT NULL,
  equipment_no      varchar(40) NOT NULL,
  step_equipment_no varchar(40),
  step_cube_id      varchar(40),
  cube_no           varchar(40),
  online_status     integer NOT NULL DEFAULT 4,
  last_data_at      timestamptz(3),
  branch_code       varchar(40) NOT NULL,
  create_by         varchar(64),
  create_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT third_gateway_pkey PRIMARY KEY (id),
  CONSTRAINT third_gateway_online_status_check CHECK (online_status IN (1, 2, 4))
);
CREATE INDEX third_gateway_kind_create_date_id_idx ON third_gateway (kind, create_date, id);
CREATE INDEX third_gateway_branch_code_kind_create_date_id_idx ON third_gateway (branch_code, kind, create_date, id);
CREATE UNIQUE INDEX third_gateway_kind_equipment_no_key ON third_gateway (kind, equipment_no);
CREATE UNIQUE INDEX third_gateway_step_cube_id_step_equipment_no_key ON third_gateway (step_cube_id, step_equipment_no);


-- ==== incidents ===========================================================================================
-- Clocks of incidents, who was told, and who acknowledged (readings 80, 84).

CREATE TABLE incident_ack (
  id            bigserial NOT NULL,
  callback_id   varchar(40),
  symptom_id    varchar(40),
  username      varchar(64) NOT NULL,
  ack_date      timestamptz(3) NOT NULL,
  ends_requests boolean NOT NULL DEFAULT false,
  CONSTRAINT incident_ack_pkey PRIMARY KEY (id)
);
CREATE INDEX incident_ack_callback_id_idx ON incident_ack (callback_id);
CREATE INDEX incident_ack_symptom_id_idx ON incident_ack (symptom_id);
CREATE INDEX incident_ack_username_idx ON incident_ack (username);

CREATE TABLE sla_mark (
  id           bigserial NOT NULL,
  callback_id  varchar(40),
  symptom_id   varchar(40),
  equipment_no varchar(40) NOT NULL,
  clock        varchar(10) NOT NULL,
  round        integer NOT NULL DEFAULT 0,
  due_date     timestamptz(3),
  limit_sec    integer NOT NULL,
  stopped_date timestamptz(3),
  level        integer NOT NULL DEFAULT 0,
  next_at      timestamptz(3),
  CONSTRAINT sla_mark_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sla_mark_callback_id_clock_round_key ON sla_mark (callback_id, clock, round);
CREATE UNIQUE INDEX sla_mark_symptom_id_clock_round_key ON sla_mark (symptom_id, clock, round);
-- What is due is few among many.
CREATE INDEX sla_mark_next_at_idx ON sla_mark (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE escalation_step (
  id              bigserial NOT NULL,
  mark_id         bigint,
  notification_id bigint,
  symptom_id      varchar(40),
  link_id         bigint,
  equipment_no    varchar(40) NOT NULL,
  level           integer NOT NULL,
  outcome         varchar(10) NOT NULL,
  create_date     timestamptz(3) NOT NULL,
  CONSTRAINT escalation_step_pkey PRIMARY KEY (id)
);
CREATE INDEX escalation_step_equipment_no_create_date_idx ON escalation_step (equipment_no, create_date DESC);
CREATE INDEX escalation_step_symptom_id_idx ON escalation_step (symptom_id);
CREATE UNIQUE INDEX escalation_step_mark_id_level_key ON escalation_step (mark_id, level);
CREATE UNIQUE INDEX escalation_step_link_id_level_key ON escalation_step (link_id, level);
CREATE UNIQUE INDEX escalation_step_notification_id_level_key ON escalation_step (notification_id, level);

CREATE TABLE escalation_told (
  step_id  bigint NOT NULL,
  username varchar(64) NOT NULL,
  channel  varchar(10) NOT NULL,
  sms_id   bigint,
  CONSTRAINT escalation_told_pkey PRIMARY KEY (step_id, username, channel)
);
CREATE INDEX escalation_told_username_idx ON escalation_told (username);

-- Acknowledgements reach the other browsers, with or without a message (readings 84, 236).
CREATE FUNCTION incident_acknowledged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT DISTINCT 'callback', callback_id, '{}'::jsonb FROM added WHERE callback_id IS NOT NULL
    UNION
    SELECT DISTINCT 'symptom', symptom_id, '{}'::jsonb FROM added WHERE symptom_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER incident_acknowledged AFTER INSERT ON incident_ack
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION incident_acknowledged();


-- ==== inspections =========================================================================================
-- Statutory inspections of units (api.md §5.5).

CREATE TYPE inspection_kind AS ENUM ('inspection', 'test');
CREATE TYPE inspection_outcome AS ENUM ('pass', 'repass', 'fail');

CREATE TABLE inspection (
  equipment_no         varchar(40) NOT NULL,
  branch_code          varchar(40) NOT NULL,
  last_inspection_date date,
  next_inspection_date date,
  kind                 inspection_kind,
  result               inspection_outcome,
  planned_date         date,
  technician_name      varchar(100),
  comments             varchar(200),
  updated_at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  create_by            varchar(64),
  create_date          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inspection_pkey PRIMARY KEY (equipment_no)
);
CREATE INDEX inspection_next_inspection_date_equipment_no_idx ON inspection (next_inspection_date, equipment_no);
CREATE INDEX inspection_branch_code_next_inspection_date_idx ON inspection (branch_code, next_inspection_date);
CREATE INDEX inspection_planned_date_equipment_no_idx ON inspection (planned_date, equipment_no);

CREATE TABLE inspection_history (
  id                   bigserial NOT NULL,
  equipment_no         varchar(40) NOT NULL,
  inspection_date      date NOT NULL,
  kind                 inspection_kind NOT NULL,
  result               inspection_outcome NOT NULL,
  next_inspection_date date NOT NULL,
  technician_name      varchar(100),
  comments             varchar(200),
  certificate_path     varchar(300),
  operator             varchar(64) NOT NULL,
  create_date          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT inspection_history_pkey PRIMARY KEY (id)
);
CREATE INDEX inspection_history_equipment_no_inspection_date_idx
  ON inspection_history (equipment_no, inspection_date DESC);


-- ==== jobs ================================================================================================
-- What the job queue does not keep itself (decision 013).

CREATE TABLE job_schedule (
  name     varchar(128) NOT NULL,
  last_due timestamptz(3) NOT NULL,
  CONSTRAINT job_schedule_pkey PRIMARY KEY (name)
);

CREATE TABLE job_progress (
  job_id     bigint NOT NULL,
  done       integer NOT NULL,
  total      integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT job_progress_pkey PRIMARY KEY (job_id)
);


-- ==== list-views ==========================================================================================
-- Named views of lists (readings 149).

CREATE TABLE list_view (
  view_id     varchar(40) NOT NULL,
  list        varchar(40) NOT NULL,
  username    varchar(64) NOT NULL,
  name        varchar(40) NOT NULL,
  is_shared   boolean NOT NULL DEFAULT false,
  content     jsonb NOT NULL,
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT list_view_pkey PRIMARY KEY (view_id)
);
CREATE INDEX list_view_list_is_shared_idx ON list_view (list, is_shared);
CREATE UNIQUE INDEX list_view_username_list_name_key ON list_view (username, list, name);

CREATE TABLE list_view_default (
  username varchar(64) NOT NULL,
  list     varchar(40) NOT NULL,
  view_id  varchar(40) NOT NULL,
  CONSTRAINT list_view_default_pkey PRIMARY KEY (username, list)
);
CREATE INDEX list_view_default_view_id_idx ON list_view_default (view_id);


-- ==== logs ================================================================================================
-- Access and error logs (api.md §5.7).

CREATE TABLE api_access_log (
  id          bigserial NOT NULL,
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  username    varchar(64),
  branch_code varchar(40),
  user_type   integer,
  ip          varchar(45) NOT NULL,
  module      varchar(40) NOT NULL,
  action      varchar(20) NOT NULL,
  object_id   varchar(80),
  method      varchar(8) NOT NULL,
  path        varchar(300) NOT NULL,
  operation   varchar(60),
  code        integer NOT NULL,
  duration_ms integer NOT NULL,
  client      varchar(10) NOT NULL,
  request_id  varchar(64) NOT NULL,
  user_agent  varchar(300),
  params      jsonb,
  diff        jsonb,
  CONSTRAINT api_access_log_pkey PRIMARY KEY (id, create_date)
) PARTITION BY RANGE (create_date);
CREATE INDEX api_access_log_create_date_id_idx ON api_access_log (create_date, id);
CREATE INDEX api_access_log_username_create_date_id_idx ON api_access_log (username, create_date, id);
CREATE INDEX api_access_log_module_create_date_id_idx ON api_access_log (module, create_date, id);
CREATE INDEX api_access_log_action_create_date_id_idx ON api_access_log (action, create_date, id);
CREATE INDEX api_access_log_object_id_create_date_id_idx ON api_access_log (object_id, create_date, id);
CREATE INDEX api_access_log_ip_create_date_id_idx ON api_access_log (ip, create_date, id);
CREATE INDEX api_access_log_branch_code_create_date_id_idx ON api_access_log (branch_code, create_date, id);
-- The failures in the order of the list, with the code they are asked by.
CREATE INDEX api_access_log_failed_idx ON api_access_log (create_date, id, code) WHERE code <> 200;
-- Rows outside every partition fall into the default one, so an insert never fails; the gateway makes the next months
-- and days ahead of time and moves such rows (lib/platform/db/partitions.ts).
CREATE TABLE api_access_log_default PARTITION OF api_access_log DEFAULT;

CREATE TABLE error_log (
  id          bigserial NOT NULL,
  level       varchar(10) NOT NULL,
  message     varchar(2000) NOT NULL,
  stack       text,
  route       varchar(200),
  username    varchar(64),
  user_agent  varchar(300),
  version     varchar(40),
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT error_log_pkey PRIMARY KEY (id)
);
CREATE INDEX error_log_create_date_idx ON error_log (create_date DESC);
CREATE INDEX error_log_username_create_date_idx ON error_log (username, create_date DESC);


-- ==== mails ===============================================================================================
-- E-mails that the portal sends (readings 99, 185).

CREATE TYPE mail_state AS ENUM ('QUEUED', 'SENT', 'FAILED', 'SUPPRESSED', 'REFUSED', 'BOUNCED');

CREATE TABLE mail_opt_out (
  email_address varchar(200) NOT NULL,
  create_date   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mail_opt_out_pkey PRIMARY KEY (email_address)
);

CREATE TABLE mail_log (
  id          bigserial NOT NULL,
  kind        varchar(20) NOT NULL,
  to_address  varchar(200) NOT NULL,
  username    varchar(64),
  branch_code varchar(40),
  language    varchar(5) NOT NULL,
  subject     varchar(200) NOT NULL,
  content     varchar(4000) NOT NULL,
  attachments jsonb NOT NULL,
  state       mail_state NOT NULL,
  error       varchar(500),
  tries       integer NOT NULL DEFAULT 0,
  next_at     timestamptz(3),
  provider    varchar(40),
  message_id  varchar(200) NOT NULL,
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_date   timestamptz(3),
  CONSTRAINT mail_log_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_log_create_date_id_idx ON mail_log (create_date, id);
CREATE INDEX mail_log_username_create_date_id_idx ON mail_log (username, create_date, id);
CREATE INDEX mail_log_branch_code_create_date_id_idx ON mail_log (branch_code, create_date, id);
CREATE INDEX mail_log_state_create_date_id_idx ON mail_log (state, create_date, id);
CREATE INDEX mail_log_message_id_idx ON mail_log (message_id);
-- What is due, for the senders.
CREATE INDEX mail_log_due_idx ON mail_log (next_at) WHERE next_at IS NOT NULL;


-- ==== maintenance =========================================================================================
-- Maintenance jobs (api.md §5.5, silent-screens.md E1).

CREATE TABLE maintenance_job (
  job_no                   varchar(40) NOT NULL,
  equipment_no             varchar(40) NOT NULL,
  branch_code              varchar(40) NOT NULL,
  job_status               varchar(10) NOT NULL,
  maintenance_type         varchar(20) NOT NULL,
  job_type                 varchar(20),
  plan_date                date NOT NULL,
  plan_end_date            timestamptz(3),
  departure_date           timestamptz(3),
  done_date                timestamptz(3),
  plan_technician1_name    varchar(100),
  plan_technician1_phone   varchar(20),
  plan_technician2_name    varchar(100),
  plan_technician2_phone   varchar(20),
  actual_technician1_name  varchar(100),
  actual_technician1_phone varchar(20),
  actual_technician2_name  varchar(100),
  actual_technician2_phone varchar(20),
  sign_date                timestamptz(3),
  create_date              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  plan_key                 varchar(80),
  turn                     integer NOT NULL GENERATED ALWAYS AS (
    CASE WHEN job_status IN ('PLAN', 'LOCK') THEN plan_date - DATE '2000-01-01' ELSE 100000 + (DATE '2200-01-01' - plan_date) END
  ) STORED,
  CONSTRAINT maintenance_job_pkey PRIMARY KEY (job_no),
  CONSTRAINT maintenance_job_job_status_check CHECK (job_status IN ('LOCK', 'PLAN', 'DONE', 'CONFIRM'))
);
CREATE UNIQUE INDEX maintenance_job_plan_key_key ON maintenance_job (plan_key);
CREATE INDEX maintenance_job_plan_date_job_no_idx ON maintenance_job (plan_date, job_no);
CREATE INDEX maintenance_job_plan_date_job_status_idx ON maintenance_job (plan_date, job_status);
CREATE INDEX maintenance_job_equipment_no_plan_date_idx ON maintenance_job (equipment_no, plan_date DESC);
CREATE INDEX maintenance_job_branch_code_plan_date_job_no_idx
  ON maintenance_job (branch_code, plan_date DESC, job_no DESC);
CREATE INDEX maintenance_job_job_status_plan_date_job_no_idx ON maintenance_job (job_status, plan_date, job_no);
CREATE INDEX maintenance_job_maintenance_type_plan_date_job_no_idx
  ON maintenance_job (maintenance_type, plan_date, job_no);
CREATE INDEX maintenance_job_done_date_plan_date_job_no_idx ON maintenance_job (done_date, plan_date, job_no);
CREATE INDEX maintenance_job_turn_plan_date_job_no_idx ON maintenance_job (turn, plan_date, job_no);
CREATE INDEX maintenance_job_branch_code_turn_plan_date_job_no_idx
  ON maintenance_job (branch_code, turn, plan_date, job_no);
CREATE INDEX maintenance_job_done_idx ON maintenance_job (equipment_no, done_date DESC)
  WHERE job_status IN ('DONE', 'CONFIRM');

CREATE TABLE maintenance_item (
  job_no      varchar(40) NOT NULL,
  no          integer NOT NULL,
  item        varchar(200) NOT NULL,
  requirement varchar(500),
  result      varchar(10),
  remark      varchar(200),
  photos      jsonb,
  CONSTRAINT maintenance_item_pkey PRIMARY KEY (job_no, no)
);

CREATE TABLE maintenance_step (
  id       bigserial NOT NULL,
  job_no   varchar(40) NOT NULL,
  step     varchar(12) NOT NULL,
  at       timestamptz(3) NOT NULL,
  operator varchar(64),
  reason   varchar(200),
  CONSTRAINT maintenance_step_pkey PRIMARY KEY (id)
);
CREATE INDEX maintenance_step_job_no_at_idx ON maintenance_step (job_no, at);

CREATE TABLE maintenance_signature (
  job_no      varchar(40) NOT NULL,
  signer_name varchar(100) NOT NULL,
  username    varchar(64) NOT NULL,
  phone       varchar(20),
  strokes     jsonb NOT NULL,
  sign_date   timestamptz(3) NOT NULL,
  CONSTRAINT maintenance_signature_pkey PRIMARY KEY (job_no)
);

CREATE TABLE maintenance_part (
  id       bigserial NOT NULL,
  job_no   varchar(40) NOT NULL,
  name     varchar(200) NOT NULL,
  quantity decimal(14,3) NOT NULL,
  CONSTRAINT maintenance_part_pkey PRIMARY KEY (id)
);
CREATE INDEX maintenance_part_job_no_idx ON maintenance_part (job_no);

CREATE TABLE maintenance_item_template (
  id               bigserial NOT NULL,
  maintenance_type varchar(20) NOT NULL,
  display_type     display_type NOT NULL,
  no               integer NOT NULL,
  item             varchar(200) NOT NULL,
  requirement      varchar(500),
  CONSTRAINT maintenance_item_template_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX maintenance_item_template_maintenance_type_display_type_no_key
  ON maintenance_item_template (maintenance_type, display_type, no);


-- ==== notifications =======================================================================================
-- Notifications, and the outbox between the processes (api.md §5.6, design §1).

CREATE TABLE notification (
  notification_id   bigserial NOT NULL,
  notification_type varchar(20) NOT NULL,
  sub_type          varchar(20),
  equipment_no      varchar(40),
  branch_code       varchar(40),
  username          varchar(64),
  title             varchar(200) NOT NULL,
  message           varchar(1000) NOT NULL,
  object_id         varchar(40),
  guid              varchar(64) NOT NULL,
  object_status     boolean,
  camera            integer NOT NULL DEFAULT 0,
  event_date        timestamptz(3),
  notification_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  payload           jsonb,
  end_date          timestamptz(3),
  ack_due           timestamptz(3),
  CONSTRAINT notification_pkey PRIMARY KEY (notification_id)
);
CREATE UNIQUE INDEX notification_guid_key ON notification (guid);
CREATE INDEX notification_notification_type_notification_date_idx
  ON notification (notification_type, notification_date DESC);
CREATE INDEX notification_branch_code_notification_type_notification_dat_idx
  ON notification (branch_code, notification_type, notification_date DESC);
CREATE INDEX notification_equipment_no_notification_date_idx ON notification (equipment_no, notification_date DESC);
CREATE INDEX notification_username_notification_date_idx ON notification (username, notification_date DESC);
CREATE INDEX notification_object_id_idx ON notification (object_id);
-- Retention, and lists without a kind.
CREATE INDEX notification_notification_date_idx ON notification (notification_date);
-- What is due is few among many.
CREATE INDEX notification_ack_due_idx ON notification (ack_due) WHERE ack_due IS NOT NULL;
-- Incidents are asked for on every page: what lasts at a unit.
CREATE INDEX notification_open_idx ON notification (equipment_no, notification_type) WHERE object_status;

CREATE TABLE notification_ack (
  notification_id bigint NOT NULL,
  username        varchar(64) NOT NULL,
  ack_date        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ends_requests   boolean NOT NULL DEFAULT false,
  CONSTRAINT notification_ack_pkey PRIMARY KEY (notification_id, username)
);
CREATE INDEX notification_ack_username_idx ON notification_ack (username);

CREATE TABLE notification_read (
  notification_id bigint NOT NULL,
  username        varchar(64) NOT NULL,
  read_date       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT notification_read_pkey PRIMARY KEY (username, notification_id)
);
CREATE INDEX notification_read_notification_id_idx ON notification_read (notification_id);

CREATE TABLE notification_mark (
  username          varchar(64) NOT NULL,
  notification_type varchar(20) NOT NULL,
  read_all_until    timestamptz(3) NOT NULL,
  CONSTRAINT notification_mark_pkey PRIMARY KEY (username, notification_type)
);

CREATE TABLE notification_switch (
  username          varchar(64) NOT NULL,
  notification_type varchar(20) NOT NULL,
  enable            boolean NOT NULL,
  CONSTRAINT notification_switch_pkey PRIMARY KEY (username, notification_type)
);

CREATE TABLE outbox (
  id          bigserial NOT NULL,
  xid         xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic       varchar(60) NOT NULL,
  key         varchar(200),
  payload     jsonb NOT NULL,
  create_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_xid_id_idx ON outbox (xid, id);
CREATE INDEX outbox_create_date_idx ON outbox (create_date);

-- Messages that are new, begin or end are news (api.md §3.6). Only what is recent: history that is loaded is no news.
CREATE FUNCTION notification_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'notification', notification_id::text, '{}' FROM changed WHERE notification_date > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'notification', c.notification_id::text, '{}' FROM changed c JOIN former f USING (notification_id)
       WHERE c.object_status IS DISTINCT FROM f.object_status;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_inserted AFTER INSERT ON notification
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_news();
CREATE TRIGGER notification_updated AFTER UPDATE ON notification
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_news();

-- Whoever writes it: trapped persons have to be acknowledged within two minutes (readings 84), and what lasted has an
-- end.
CREATE FUNCTION notification_lasting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.notification_type = 'entrapment' AND NEW.object_status AND NEW.ack_due IS NULL
       AND NEW.notification_date > now() - interval '1 day' THEN
      NEW.ack_due := NEW.notification_date + interval '2 minutes';
    END IF;
  ELSIF OLD.object_status AND NEW.object_status IS FALSE THEN
    NEW.end_date := coalesce(NEW.end_date, now());
    NEW.ack_due := NULL;
  ELSIF NEW.object_status AND OLD.object_status IS FALSE THEN
    NEW.end_date := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notification_lasting BEFORE INSERT OR UPDATE OF object_status ON notification
  FOR EACH ROW EXECUTE FUNCTION notification_lasting();

-- Acknowledgements and read marks reach the other browsers (readings 84, 91); those of announcements, too.
CREATE FUNCTION notification_acknowledged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT DISTINCT 'noticeAck', notification_id::text, '{}'::jsonb FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_acknowledged AFTER INSERT ON notification_ack
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notification_acknowledged();

CREATE FUNCTION notification_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload) SELECT DISTINCT 'noticeRead', username, '{}'::jsonb FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_read_inserted AFTER INSERT ON notification_read
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
CREATE TRIGGER notification_mark_inserted AFTER INSERT ON notification_mark
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
CREATE TRIGGER notification_mark_updated AFTER UPDATE ON notification_mark
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
CREATE TRIGGER announcement_read_inserted AFTER INSERT ON announcement_read
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();

-- A hint to the readers of the outbox; they poll as well.
CREATE FUNCTION outbox_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_inserted AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION outbox_inserted();


-- ==== reminders ===========================================================================================
-- Reminders that were sent (api.md §5.7).

CREATE TYPE reminder_kind AS ENUM ('inspection', 'contract', 'maintenance');

CREATE TABLE reminder_sent (
  username   varchar(64) NOT NULL,
  kind       reminder_kind NOT NULL,
  object_key varchar(80) NOT NULL,
  step       integer NOT NULL,
  due_date   date NOT NULL,
  sent_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT reminder_sent_pkey PRIMARY KEY (username, kind, object_key, step, due_date)
);


-- ==== reports =============================================================================================
-- Reports of maintenance, and who receives them (api.md §5.5).

CREATE TABLE maintenance_report (
  job_no         varchar(40) NOT NULL,
  equipment_no   varchar(40) NOT NULL,
  branch_code    varchar(40) NOT NULL,
  equipment_desc varchar(200) NOT NULL,
  mnt_date       date NOT NULL,
  mnt_type       varchar(20) NOT NULL,
  register_no    varchar(40),
  building_name  varchar(200),
  status         varchar(1) NOT NULL DEFAULT '2',
  mnt_owners     varchar(200),
  file_path      varchar(300),
  create_date    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT maintenance_report_pkey PRIMARY KEY (job_no),
  CONSTRAINT maintenance_report_status_check CHECK (status IN ('1', '2', '3'))
);
CREATE INDEX maintenance_report_mnt_date_job_no_idx ON maintenance_report (mnt_date DESC, job_no);
CREATE INDEX maintenance_report_equipment_no_mnt_date_idx ON maintenance_report (equipment_no, mnt_date DESC);
CREATE INDEX maintenance_report_branch_code_mnt_date_idx ON maintenance_report (branch_code, mnt_date DESC);
CREATE INDEX maintenance_report_status_mnt_date_idx ON maintenance_report (status, mnt_date DESC);
CREATE INDEX maintenance_report_mnt_type_mnt_date_idx ON maintenance_report (mnt_type, mnt_date DESC);
CREATE INDEX maintenance_report_equipment_desc_trgm_idx ON maintenance_report USING gin (equipment_desc gin_trgm_ops);

CREATE TABLE report_receiver (
  job_no varchar(40) NOT NULL,
  phone  varchar(11) NOT NULL,
  CONSTRAINT report_receiver_pkey PRIMARY KEY (job_no, phone)
);
CREATE INDEX report_receiver_phone_job_no_idx ON report_receiver (phone, job_no);


-- ==== settings ============================================================================================
-- Configuration kept in the database (api.md §5.7); never a secret.

CREATE TABLE setting (
  key         varchar(60) NOT NULL,
  value       jsonb NOT NULL,
  update_by   varchar(64),
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT setting_pkey PRIMARY KEY (key)
);

CREATE TABLE option (
  name     varchar(40) NOT NULL,
  value    varchar(40) NOT NULL,
  label    varchar(200) NOT NULL,
  label_en varchar(200) NOT NULL,
  sort     integer NOT NULL DEFAULT 0,
  enabled  boolean NOT NULL DEFAULT true,
  CONSTRAINT option_pkey PRIMARY KEY (name, value)
);

CREATE TABLE seed_mark (
  dictionary varchar(40) NOT NULL,
  key        varchar(100) NOT NULL,
  hash       varchar(64) NOT NULL,
  CONSTRAINT seed_mark_pkey PRIMARY KEY (dictionary, key)
);


-- ==== symptoms ============================================================================================
-- Symptoms, the rules that find them, and suspicions of operators (api.md §5.5, silent-screens.md F2-F3).

CREATE TYPE detector_effect_kind AS ENUM ('raise', 'callOut', 'clear');
CREATE TYPE detector_scope AS ENUM ('all', 'productLine', 'unit');

CREATE TABLE symptom (
  symptom_id            varchar(40) NOT NULL,
  symptom_definition_id varchar(40),
  symptom_title         varchar(200) NOT NULL,
  callback_id           varchar(40),
  equipment_no          varchar(40) NOT NULL,
  branch_code           varchar(40) NOT NULL,
  equipment_text        varchar(200) NOT NULL,
  category              varchar(1) NOT NULL,
  symptom_state         varchar(20) NOT NULL,
  create_date           timestamptz(3) NOT NULL,
  closed_date           timestamptz(3),
  event_date            timestamptz(3),
  expired_date          timestamptz(3),
  city                  varchar(100),
  cbstate               varchar(40),
  maintenance_company   varchar(200),
  product_line          varchar(100),
  occurrences           integer NOT NULL DEFAULT 1,
  close_reason          varchar(40),
  job_no                varchar(40),
  rule_version          integer,
  cleared_date          timestamptz(3),
  due_date              timestamptz(3),
  storm_key             varchar(100),
  members               varchar(40)[] DEFAULT ARRAY[]::varchar(40)[],
  updated_at            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  search_grams          text[] NOT NULL GENERATED ALWAYS AS (
    name_grams(symptom_title || ' ' || equipment_text || ' ' || equipment_no || ' ' || symptom_id)
  ) STORED,
  waiting               boolean NOT NULL GENERATED ALWAYS AS (
    symptom_state IN ('INIT', 'NOT_PROCESSED', 'OPEN')
  ) STORED,
  CONSTRAINT symptom_pkey PRIMARY KEY (symptom_id),
  CONSTRAINT symptom_category_check CHECK (category IN ('A', 'B', 'C', 'D', 'F')),
  CONSTRAINT symptom_symptom_state_check CHECK (
    symptom_state IN ('INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED')
  ),
  CONSTRAINT symptom_occurrences_check CHECK (occurrences >= 1)
);
CREATE INDEX symptom_create_date_symptom_id_idx ON symptom (create_date, symptom_id);
CREATE INDEX symptom_equipment_no_create_date_symptom_id_idx ON symptom (equipment_no, create_date, symptom_id);
CREATE INDEX symptom_branch_code_create_date_symptom_id_idx ON symptom (branch_code, create_date, symptom_id);
CREATE INDEX symptom_callback_id_idx ON symptom (callback_id);
CREATE INDEX symptom_category_create_date_symptom_id_idx ON symptom (category, create_date, symptom_id);
CREATE INDEX symptom_symptom_state_create_date_symptom_id_idx ON symptom (symptom_state, create_date, symptom_id);
CREATE INDEX symptom_search_grams_idx ON symptom USING gin (search_grams);
CREATE INDEX symptom_waiting_create_date_symptom_id_idx ON symptom (waiting, create_date, symptom_id);
CREATE INDEX symptom_branch_code_waiting_create_date_symptom_id_idx
  ON symptom (branch_code, waiting, create_date, symptom_id);
-- What is done with a job.
CREATE INDEX symptom_job_no_idx ON symptom (job_no) WHERE job_no IS NOT NULL;
-- What the clock of the rules looks for.
CREATE INDEX symptom_due_idx ON symptom (due_date) WHERE due_date IS NOT NULL;
CREATE INDEX symptom_expiry_idx ON symptom (expired_date)
  WHERE rule_version IS NOT NULL AND symptom_state IN ('INIT', 'NOT_PROCESSED', 'INACTIVE');
CREATE INDEX symptom_lasting_idx ON symptom (equipment_no, symptom_definition_id)
  WHERE rule_version IS NOT NULL AND cleared_date IS NULL;
CREATE INDEX symptom_storm_idx ON symptom (storm_key) WHERE storm_key IS NOT NULL;
-- What lasts of the rule B05 is looked for every few seconds.
CREATE INDEX symptom_quiet_idx ON symptom (equipment_no)
  WHERE symptom_definition_id = 'B05' AND rule_version IS NOT NULL AND cleared_date IS NULL;

CREATE TABLE detector_effect (
  id           bigserial NOT NULL,
  equipment_no varchar(40) NOT NULL,
  rule         varchar(10) NOT NULL,
  kind         detector_effect_kind NOT NULL,
  event_date   timestamptz(3) NOT NULL,
  fired_date   timestamptz(3) NOT NULL,
  told_by_box  boolean NOT NULL DEFAULT false,
  version      integer NOT NULL,
  tries        integer NOT NULL DEFAULT 0,
  next_at      timestamptz(3) NOT NULL,
  error        varchar(500),
  CONSTRAINT detector_effect_pkey PRIMARY KEY (id)
);
CREATE INDEX detector_effect_equipment_no_id_idx ON detector_effect (equipment_no, id);
CREATE INDEX detector_effect_next_at_idx ON detector_effect (next_at);

CREATE TABLE detector_setting (
  id          bigserial NOT NULL,
  rule        varchar(10) NOT NULL,
  scope       detector_scope NOT NULL,
  target      varchar(100) NOT NULL DEFAULT '',
  enabled     boolean NOT NULL,
  numbers     jsonb NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  update_by   varchar(64),
  update_date timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT detector_setting_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX detector_setting_rule_scope_target_key ON detector_setting (rule, scope, target);

CREATE TABLE equipment_warn (
  warn_id      varchar(40) NOT NULL,
  equipment_no varchar(40) NOT NULL,
  branch_code  varchar(40) NOT NULL,
  warn_desc    varchar(200) NOT NULL,
  username     varchar(64) NOT NULL,
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_date  timestamptz(3),
  CONSTRAINT equipment_warn_pkey PRIMARY KEY (warn_id)
);
CREATE INDEX equipment_warn_equipment_no_create_date_idx ON equipment_warn (equipment_no, create_date DESC);

-- Symptoms are news as call-outs are.
CREATE FUNCTION symptom_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', symptom_id, '{}' FROM changed WHERE coalesce(closed_date, create_date) > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', c.symptom_id, '{}' FROM changed c JOIN former f USING (symptom_id)
       WHERE c.symptom_state <> f.symptom_state
          OR (to_jsonb(c) - 'updated_at' <> to_jsonb(f) - 'updated_at'
              AND greatest(c.create_date, c.closed_date) > now() - interval '1 day');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER symptom_inserted AFTER INSERT ON symptom
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION symptom_news();
CREATE TRIGGER symptom_updated AFTER UPDATE ON symptom
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION symptom_news();


-- ==== telemetry ===========================================================================================
-- What boxes sent: events, log entries, value changes (api.md §5.4, design §5).

CREATE TABLE equipment_event (
  id            bigserial NOT NULL,
  equipment_no  varchar(40) NOT NULL,
  branch_code   varchar(40) NOT NULL,
  event_id      varchar(64) NOT NULL,
  sub_type      varchar(20) NOT NULL,
  code          varchar(20),
  title         varchar(200),
  message       varchar(1000),
  object_status boolean NOT NULL,
  start_at      timestamptz(3),
  end_at        timestamptz(3),
  payload       jsonb,
  CONSTRAINT equipment_event_pkey PRIMARY KEY (id),
  CONSTRAINT equipment_event_sub_type_check CHECK (
    sub_type IN ('entrapment', 'error', 'alarm', 'event', 'controller_power')
  )
);
CREATE INDEX equipment_event_equipment_no_start_at_idx ON equipment_event (equipment_no, start_at DESC);
CREATE INDEX equipment_event_branch_code_start_at_idx ON equipment_event (branch_code, start_at DESC);
CREATE INDEX equipment_event_sub_type_start_at_idx ON equipment_event (sub_type, start_at DESC);
CREATE UNIQUE INDEX equipment_event_equipment_no_event_id_key ON equipment_event (equipment_no, event_id);
CREATE INDEX equipment_event_open_idx ON equipment_event (equipment_no) WHERE object_status;
-- What reaches into a day although it began long before it (readings 243): few rows, found without walking.
CREATE INDEX equipment_event_long_idx ON equipment_event (equipment_no, end_at)
  WHERE end_at - start_at > interval '1 day';

CREATE TABLE equipment_log (
  id           bigserial NOT NULL,
  cube_date    timestamptz(3) NOT NULL,
  equipment_no varchar(40) NOT NULL,
  log_id       varchar(64) NOT NULL,
  topic        integer NOT NULL,
  cn_type      varchar(100) NOT NULL,
  log_desc     varchar(1000) NOT NULL,
  status       varchar(100) NOT NULL,
  payload      jsonb NOT NULL,
  received_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT equipment_log_pkey PRIMARY KEY (id, cube_date),
  CONSTRAINT equipment_log_topic_check CHECK (topic BETWEEN 1 AND 4)
) PARTITION BY RANGE (cube_date);
CREATE INDEX equipment_log_equipment_no_cube_date_idx ON equipment_log (equipment_no, cube_date DESC);
CREATE INDEX equipment_log_equipment_no_topic_cube_date_idx ON equipment_log (equipment_no, topic, cube_date DESC);
CREATE UNIQUE INDEX equipment_log_equipment_no_log_id_cube_date_key ON equipment_log (equipment_no, log_id, cube_date);
-- Time ranges over whole partitions, at a thousandth of a b-tree's size.
CREATE INDEX equipment_log_cube_date_brin ON equipment_log USING brin (cube_date);
CREATE TABLE equipment_log_default PARTITION OF equipment_log DEFAULT;

CREATE TABLE equipment_trace (
  equipment_no varchar(40) NOT NULL,
  bucket_start timestamptz(3) NOT NULL,
  changes      jsonb NOT NULL,
  CONSTRAINT equipment_trace_pkey PRIMARY KEY (equipment_no, bucket_start)
) PARTITION BY RANGE (bucket_start);
CREATE INDEX equipment_trace_bucket_start_brin ON equipment_trace USING brin (bucket_start);
CREATE TABLE equipment_trace_default PARTITION OF equipment_trace DEFAULT;


-- ==== texting =============================================================================================
-- Text messages that the portal sends (silent-screens B7).

CREATE TYPE sms_state AS ENUM ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED');

CREATE TABLE sms_log (
  id           bigserial NOT NULL,
  phone        varchar(11) NOT NULL,
  username     varchar(64),
  type         varchar(20) NOT NULL,
  content      varchar(500) NOT NULL,
  sealed_text  jsonb,
  equipment_no varchar(40),
  project_id   varchar(40),
  branch_code  varchar(40),
  state        sms_state NOT NULL,
  error        varchar(500),
  tries        integer NOT NULL DEFAULT 0,
  parts        integer NOT NULL DEFAULT 1,
  next_at      timestamptz(3),
  provider     varchar(40),
  provider_id  varchar(64),
  create_date  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deliver_date timestamptz(3),
  CONSTRAINT sms_log_pkey PRIMARY KEY (id)
);
CREATE INDEX sms_log_create_date_id_idx ON sms_log (create_date, id);
CREATE INDEX sms_log_phone_create_date_id_idx ON sms_log (phone, create_date, id);
CREATE INDEX sms_log_phone_trgm_idx ON sms_log USING gin (phone gin_trgm_ops);
CREATE INDEX sms_log_username_create_date_id_idx ON sms_log (username, create_date, id);
CREATE INDEX sms_log_equipment_no_create_date_id_idx ON sms_log (equipment_no, create_date, id);
CREATE INDEX sms_log_project_id_create_date_id_idx ON sms_log (project_id, create_date, id);
CREATE INDEX sms_log_branch_code_create_date_id_idx ON sms_log (branch_code, create_date, id);
CREATE INDEX sms_log_state_create_date_id_idx ON sms_log (state, create_date, id);
CREATE INDEX sms_log_type_create_date_id_idx ON sms_log (type, create_date, id);
-- What is due, and nothing else: small however long the log is.
CREATE INDEX sms_log_due_idx ON sms_log (next_at) WHERE next_at IS NOT NULL;

-- What became of the message to a technician is news of its call-out.
CREATE FUNCTION technician_sms_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT 'callback', callback_id, '{}' FROM technician_link WHERE sms_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER technician_sms_changed AFTER UPDATE ON sms_log FOR EACH ROW
  WHEN (NEW.type = 'technician' AND (OLD.state, OLD.error) IS DISTINCT FROM (NEW.state, NEW.error))
  EXECUTE FUNCTION technician_sms_news();


-- ==== foreign keys ========================================================================================
-- Last, because areas refer to each other.

-- access
ALTER TABLE role_authority
  ADD CONSTRAINT role_authority_role_fkey
    FOREIGN KEY (role) REFERENCES role (role) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT role_authority_authority_fkey
    FOREIGN KEY (authority) REFERENCES authority (authority) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE user_role
  ADD CONSTRAINT user_role_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT user_role_role_fkey
    FOREIGN KEY (role) REFERENCES role (role) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE user_mapping
  ADD CONSTRAINT user_mapping_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE strategy_target
  ADD CONSTRAINT strategy_target_strategy_id_fkey
    FOREIGN KEY (strategy_id) REFERENCES user_strategy (strategy_id) ON DELETE CASCADE ON UPDATE CASCADE;

-- accounts
ALTER TABLE users
  ADD CONSTRAINT users_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE user_active_day
  ADD CONSTRAINT user_active_day_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE session
  ADD CONSTRAINT session_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE one_time_token
  ADD CONSTRAINT one_time_token_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT one_time_token_partner_id_fkey
    FOREIGN KEY (partner_id) REFERENCES partner (partner_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE partner_user
  ADD CONSTRAINT partner_user_partner_id_fkey
    FOREIGN KEY (partner_id) REFERENCES partner (partner_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT partner_user_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE user_approval
  ADD CONSTRAINT user_approval_applicant_fkey
    FOREIGN KEY (applicant) REFERENCES users (username) ON DELETE RESTRICT ON UPDATE CASCADE;

-- announcements
ALTER TABLE announcement_place
  ADD CONSTRAINT announcement_place_announcement_id_fkey
    FOREIGN KEY (announcement_id) REFERENCES announcement (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT announcement_place_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT announcement_place_project_id_fkey
    FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE announcement_read
  ADD CONSTRAINT announcement_read_id_fkey
    FOREIGN KEY (id) REFERENCES announcement (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT announcement_read_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;

-- branches
ALTER TABLE project
  ADD CONSTRAINT project_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT project_ka_id_fkey
    FOREIGN KEY (ka_id) REFERENCES key_account (ka_id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE project_equipment
  ADD CONSTRAINT project_equipment_project_id_fkey
    FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT project_equipment_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE invoice_customer
  ADD CONSTRAINT invoice_customer_project_id_fkey
    FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE user_invoice
  ADD CONSTRAINT user_invoice_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;

-- callbacks
ALTER TABLE callback
  ADD CONSTRAINT callback_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT callback_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE callback_status
  ADD CONSTRAINT callback_status_callback_id_fkey
    FOREIGN KEY (callback_id) REFERENCES callback (callback_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE entrapment
  ADD CONSTRAINT entrapment_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT entrapment_callback_id_fkey
    FOREIGN KEY (callback_id) REFERENCES callback (callback_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE entrapment_text
  ADD CONSTRAINT entrapment_text_entrapment_id_fkey
    FOREIGN KEY (entrapment_id) REFERENCES entrapment (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE technician
  ADD CONSTRAINT technician_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE technician_link
  ADD CONSTRAINT technician_link_callback_id_fkey
    FOREIGN KEY (callback_id) REFERENCES callback (callback_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE activity
  ADD CONSTRAINT activity_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- cameras
ALTER TABLE camera
  ADD CONSTRAINT camera_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE video_session
  ADD CONSTRAINT video_session_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT video_session_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT video_session_camera_id_fkey
    FOREIGN KEY (camera_id) REFERENCES camera (camera_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE video_segment
  ADD CONSTRAINT video_segment_camera_id_fkey
    FOREIGN KEY (camera_id) REFERENCES camera (camera_id) ON DELETE CASCADE ON UPDATE CASCADE;

-- campus
ALTER TABLE campus_view
  ADD CONSTRAINT campus_view_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE campus_view_equipment
  ADD CONSTRAINT campus_view_equipment_username_fkey
    FOREIGN KEY (username) REFERENCES campus_view (username) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT campus_view_equipment_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE campus_apply
  ADD CONSTRAINT campus_apply_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;

-- contracts
ALTER TABLE contract
  ADD CONSTRAINT contract_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE off_maintenance
  ADD CONSTRAINT off_maintenance_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- equipment
ALTER TABLE equipment
  ADD CONSTRAINT equipment_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE equipment_status
  ADD CONSTRAINT equipment_status_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE energy_parameter
  ADD CONSTRAINT energy_parameter_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;

-- facts
ALTER TABLE equipment_day
  ADD CONSTRAINT equipment_day_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE equipment_hour
  ADD CONSTRAINT equipment_hour_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE equipment_span
  ADD CONSTRAINT equipment_span_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE project_day
  ADD CONSTRAINT project_day_project_id_fkey
    FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE equipment_cycle_day
  ADD CONSTRAINT equipment_cycle_day_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- faults
ALTER TABLE error_inspection
  ADD CONSTRAINT error_inspection_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT error_inspection_event_ref_fkey
    FOREIGN KEY (event_ref) REFERENCES equipment_event (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- feedback
ALTER TABLE user_feedback
  ADD CONSTRAINT user_feedback_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE feedback_message
  ADD CONSTRAINT feedback_message_feedback_id_fkey
    FOREIGN KEY (feedback_id) REFERENCES user_feedback (feedback_id) ON DELETE CASCADE ON UPDATE CASCADE;

-- gateways
ALTER TABLE edge_cube
  ADD CONSTRAINT edge_cube_project_id_fkey
    FOREIGN KEY (project_id) REFERENCES project (project_id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE cube_history
  ADD CONSTRAINT cube_history_cube_no_fkey
    FOREIGN KEY (cube_no) REFERENCES edge_cube (cube_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE third_gateway
  ADD CONSTRAINT third_gateway_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- incidents
ALTER TABLE incident_ack
  ADD CONSTRAINT incident_ack_callback_id_fkey
    FOREIGN KEY (callback_id) REFERENCES callback (callback_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT incident_ack_symptom_id_fkey
    FOREIGN KEY (symptom_id) REFERENCES symptom (symptom_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT incident_ack_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE sla_mark
  ADD CONSTRAINT sla_mark_callback_id_fkey
    FOREIGN KEY (callback_id) REFERENCES callback (callback_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT sla_mark_symptom_id_fkey
    FOREIGN KEY (symptom_id) REFERENCES symptom (symptom_id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE escalation_step
  ADD CONSTRAINT escalation_step_mark_id_fkey
    FOREIGN KEY (mark_id) REFERENCES sla_mark (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT escalation_step_symptom_id_fkey
    FOREIGN KEY (symptom_id) REFERENCES symptom (symptom_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT escalation_step_link_id_fkey
    FOREIGN KEY (link_id) REFERENCES technician_link (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE escalation_told
  ADD CONSTRAINT escalation_told_step_id_fkey
    FOREIGN KEY (step_id) REFERENCES escalation_step (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT escalation_told_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;

-- inspections
ALTER TABLE inspection
  ADD CONSTRAINT inspection_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE inspection_history
  ADD CONSTRAINT inspection_history_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- list-views
ALTER TABLE list_view
  ADD CONSTRAINT list_view_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE list_view_default
  ADD CONSTRAINT list_view_default_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT list_view_default_view_id_fkey
    FOREIGN KEY (view_id) REFERENCES list_view (view_id) ON DELETE CASCADE ON UPDATE CASCADE;

-- maintenance
ALTER TABLE maintenance_job
  ADD CONSTRAINT maintenance_job_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT maintenance_job_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE maintenance_item
  ADD CONSTRAINT maintenance_item_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_job (job_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE maintenance_step
  ADD CONSTRAINT maintenance_step_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_job (job_no) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE maintenance_signature
  ADD CONSTRAINT maintenance_signature_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_job (job_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE maintenance_part
  ADD CONSTRAINT maintenance_part_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_job (job_no) ON DELETE CASCADE ON UPDATE CASCADE;

-- notifications
ALTER TABLE notification
  ADD CONSTRAINT notification_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT notification_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification_ack
  ADD CONSTRAINT notification_ack_notification_id_fkey
    FOREIGN KEY (notification_id) REFERENCES notification (notification_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT notification_ack_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification_read
  ADD CONSTRAINT notification_read_notification_id_fkey
    FOREIGN KEY (notification_id) REFERENCES notification (notification_id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT notification_read_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification_mark
  ADD CONSTRAINT notification_mark_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification_switch
  ADD CONSTRAINT notification_switch_username_fkey
    FOREIGN KEY (username) REFERENCES users (username) ON DELETE CASCADE ON UPDATE CASCADE;

-- reports
ALTER TABLE maintenance_report
  ADD CONSTRAINT maintenance_report_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_job (job_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT maintenance_report_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE report_receiver
  ADD CONSTRAINT report_receiver_job_no_fkey
    FOREIGN KEY (job_no) REFERENCES maintenance_report (job_no) ON DELETE CASCADE ON UPDATE CASCADE;

-- symptoms
ALTER TABLE symptom
  ADD CONSTRAINT symptom_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT symptom_branch_code_fkey
    FOREIGN KEY (branch_code) REFERENCES branch (branch_code) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE equipment_warn
  ADD CONSTRAINT equipment_warn_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;

-- telemetry
ALTER TABLE equipment_event
  ADD CONSTRAINT equipment_event_equipment_no_fkey
    FOREIGN KEY (equipment_no) REFERENCES equipment (equipment_no) ON DELETE RESTRICT ON UPDATE CASCADE;
