-- What Prisma cannot say is written by hand: the block before the first table, the lines marked
-- "by hand" and the part after the last foreign key.

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

-- CreateEnum
CREATE TYPE "verify_purpose" AS ENUM ('sign_token', 'reset_password', 'update_profile', 'need_verify');

-- CreateEnum
CREATE TYPE "one_time_token_kind" AS ENUM ('fwtoken', 'third');

-- CreateEnum
CREATE TYPE "strategy_level" AS ENUM ('default', 'tier', 'project', 'user');

-- CreateEnum
CREATE TYPE "approval_kind" AS ENUM ('new', 'role', 'invoice');

-- CreateEnum
CREATE TYPE "approval_state" AS ENUM ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'AUTO');

-- CreateEnum
CREATE TYPE "feedback_type" AS ENUM ('suggestion', 'problem', 'data', 'complaint');

-- CreateEnum
CREATE TYPE "feedback_source" AS ENUM ('Web', 'App');

-- CreateEnum
CREATE TYPE "feedback_state" AS ENUM ('NEW', 'PROCESSING', 'REPLIED', 'CLOSED');

-- CreateEnum
CREATE TYPE "stored_file_kind" AS ENUM ('invoice', 'campus', 'announcement', 'feedback', 'inspection', 'report');

-- CreateEnum
CREATE TYPE "display_type" AS ENUM ('EV', 'ES', 'WW', 'OTHER');

-- CreateEnum
CREATE TYPE "coord_system" AS ENUM ('wgs84', 'gcj02');

-- CreateEnum
CREATE TYPE "link_state" AS ENUM ('online', 'offline');

-- CreateEnum
CREATE TYPE "cube_kind" AS ENUM ('box', 'pro');

-- CreateEnum
CREATE TYPE "cube_bind_state" AS ENUM ('UNBOUND', 'BOUND', 'RETIRED');

-- CreateEnum
CREATE TYPE "cube_action" AS ENUM ('register', 'bind', 'unbind', 'replace', 'retire', 'secret', 'attach', 'detach');

-- CreateEnum
CREATE TYPE "inspection_result" AS ENUM ('PENDING', 'REAL', 'FALSE_ALARM', 'SERVICE_WORK', 'WATCH');

-- CreateTable
CREATE TABLE "users" (
    "username" VARCHAR(64) NOT NULL,
    "username_lower" VARCHAR(64) NOT NULL,
    "nick_name" VARCHAR(200) NOT NULL,
    "email" VARCHAR(200),
    "phone" VARCHAR(11),
    "password_hash" VARCHAR(255) NOT NULL,
    "password_at" TIMESTAMPTZ(3) NOT NULL,
    "must_reset" BOOLEAN NOT NULL DEFAULT false,
    "user_type" INTEGER NOT NULL,
    "customer_type" INTEGER,
    "projectbranch_type" INTEGER,
    "tier" INTEGER,
    "branch_code" VARCHAR(40),
    "inspection" INTEGER NOT NULL DEFAULT 30,
    "contract" INTEGER NOT NULL DEFAULT 60,
    "notice_delay" INTEGER NOT NULL DEFAULT 0,
    "invoice_attachment_path" VARCHAR(300),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "access_version" INTEGER NOT NULL DEFAULT 0,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "last_active_day" DATE,
    "search_grams" TEXT[] NOT NULL GENERATED ALWAYS AS (name_grams(nick_name || ' ' || username_lower)) STORED, -- by hand
    "deleted_at" TIMESTAMPTZ(3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("username")
);

-- CreateTable
CREATE TABLE "user_active_day" (
    "username" VARCHAR(64) NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "user_active_day_pkey" PRIMARY KEY ("username","day")
);

-- CreateTable
CREATE TABLE "session" (
    "id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "access_hash" VARCHAR(64) NOT NULL,
    "access_expire_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_hash" VARCHAR(64) NOT NULL,
    "prev_refresh_hash" VARCHAR(64),
    "prev_pair_until" TIMESTAMPTZ(3),
    "prev_pair" JSONB,
    "upstream_tokens" JSONB,
    "device_id" VARCHAR(64),
    "ip" VARCHAR(45) NOT NULL,
    "user_agent" VARCHAR(300) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verify_code" (
    "serial_no" VARCHAR(64) NOT NULL,
    "purpose" "verify_purpose" NOT NULL,
    "phone" VARCHAR(11) NOT NULL,
    "username" VARCHAR(64),
    "code_hash" VARCHAR(64) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "sends" INTEGER NOT NULL DEFAULT 1,
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "pending" JSONB,

    CONSTRAINT "verify_code_pkey" PRIMARY KEY ("serial_no")
);

-- CreateTable
CREATE TABLE "one_time_token" (
    "id" VARCHAR(40) NOT NULL,
    "kind" "one_time_token_kind" NOT NULL,
    "token_hash" VARCHAR(64) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "path" VARCHAR(200),
    "partner_id" VARCHAR(40),
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner" (
    "partner_id" VARCHAR(40) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "secret_hash" VARCHAR(255) NOT NULL,
    "scopes" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("partner_id")
);

-- CreateTable
CREATE TABLE "partner_user" (
    "partner_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,

    CONSTRAINT "partner_user_pkey" PRIMARY KEY ("partner_id","username")
);

-- CreateTable
CREATE TABLE "rate_counter" (
    "key" VARCHAR(200) NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_counter_pkey" PRIMARY KEY ("key","window_start")
);

-- CreateTable
CREATE TABLE "role" (
    "role" VARCHAR(200) NOT NULL,
    "description" VARCHAR(200) NOT NULL,
    "scope" VARCHAR(50) NOT NULL DEFAULT 'sms',
    "branch_assignable" BOOLEAN NOT NULL DEFAULT false,
    "seeded" BOOLEAN NOT NULL DEFAULT false,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "role_pkey" PRIMARY KEY ("role")
);

-- CreateTable
CREATE TABLE "authority" (
    "authority" VARCHAR(200) NOT NULL,
    "description" VARCHAR(200),
    "scope" VARCHAR(50) NOT NULL DEFAULT 'sms',
    "seeded" BOOLEAN NOT NULL DEFAULT false,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authority_pkey" PRIMARY KEY ("authority")
);

-- CreateTable
CREATE TABLE "role_authority" (
    "role" VARCHAR(200) NOT NULL,
    "authority" VARCHAR(200) NOT NULL,

    CONSTRAINT "role_authority_pkey" PRIMARY KEY ("role","authority")
);

-- CreateTable
CREATE TABLE "user_role" (
    "username" VARCHAR(64) NOT NULL,
    "role" VARCHAR(200) NOT NULL,

    CONSTRAINT "user_role_pkey" PRIMARY KEY ("username","role")
);

-- CreateTable
CREATE TABLE "user_mapping" (
    "id" BIGSERIAL NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "type" INTEGER NOT NULL,
    "mapping_id" VARCHAR(40) NOT NULL,
    "customer_type" INTEGER,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_mapping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_strategy" (
    "strategy_id" VARCHAR(40) NOT NULL,
    "strategy_name" VARCHAR(200) NOT NULL,
    "level" "strategy_level" NOT NULL,
    "history_months" INTEGER,
    "live_interval_sec" INTEGER NOT NULL DEFAULT 1,
    "data_groups" JSONB NOT NULL,
    "symptom_categories" JSONB NOT NULL,
    "mask_time" BOOLEAN NOT NULL DEFAULT false,
    "export_allowed" BOOLEAN NOT NULL DEFAULT true,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "update_by" VARCHAR(64),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_strategy_pkey" PRIMARY KEY ("strategy_id")
);

-- CreateTable
CREATE TABLE "strategy_target" (
    "strategy_id" VARCHAR(40) NOT NULL,
    "level" "strategy_level" NOT NULL,
    "value" VARCHAR(64) NOT NULL,

    CONSTRAINT "strategy_target_pkey" PRIMARY KEY ("strategy_id","value")
);

-- CreateTable
CREATE TABLE "user_approval" (
    "approval_id" VARCHAR(40) NOT NULL,
    "kind" "approval_kind" NOT NULL,
    "applicant" VARCHAR(64) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "branch_code" VARCHAR(40),
    "payload" JSONB NOT NULL,
    "attachment_path" VARCHAR(300),
    "state" "approval_state" NOT NULL,
    "approver" VARCHAR(64),
    "approve_date" TIMESTAMPTZ(3),
    "comment" VARCHAR(200),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_approval_pkey" PRIMARY KEY ("approval_id")
);

-- CreateTable
CREATE TABLE "user_feedback" (
    "feedback_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "branch_code" VARCHAR(40),
    "type" "feedback_type" NOT NULL,
    "content" VARCHAR(200) NOT NULL,
    "phone" VARCHAR(11),
    "images" JSONB NOT NULL,
    "source" "feedback_source" NOT NULL,
    "version" VARCHAR(40),
    "state" "feedback_state" NOT NULL,
    "assignee" VARCHAR(64),
    "handled_date" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_feedback_pkey" PRIMARY KEY ("feedback_id")
);

-- CreateTable
CREATE TABLE "feedback_message" (
    "id" BIGSERIAL NOT NULL,
    "feedback_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "text" VARCHAR(200) NOT NULL,
    "images" JSONB NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "branch" (
    "branch_code" VARCHAR(40) NOT NULL,
    "branch_id" VARCHAR(40) NOT NULL,
    "branch_name" VARCHAR(200) NOT NULL,
    "branch_full_name" VARCHAR(200) NOT NULL,
    "company_code" VARCHAR(40),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "branch_pkey" PRIMARY KEY ("branch_code")
);

-- CreateTable
CREATE TABLE "key_account" (
    "ka_id" VARCHAR(40) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_account_pkey" PRIMARY KEY ("ka_id")
);

-- CreateTable
CREATE TABLE "project" (
    "project_id" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "project_name" VARCHAR(200) NOT NULL,
    "tplnr" VARCHAR(40),
    "parent_id" VARCHAR(40),
    "mobile" VARCHAR(11),
    "email" VARCHAR(200),
    "address" VARCHAR(200),
    "auto_create" VARCHAR(1) NOT NULL DEFAULT '0',
    "is_message" VARCHAR(1) NOT NULL DEFAULT '0',
    "ka_id" VARCHAR(40),
    "headerconttracts" VARCHAR(200),
    "equipment_total" INTEGER NOT NULL DEFAULT 0,
    "installed_total" INTEGER NOT NULL DEFAULT 0,
    "search_grams" TEXT[] NOT NULL GENERATED ALWAYS AS (name_grams(project_name)) STORED, -- by hand
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "project_equipment" (
    "project_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_equipment_pkey" PRIMARY KEY ("project_id","equipment_no")
);

-- CreateTable
CREATE TABLE "invoice_customer" (
    "tax_id" VARCHAR(40) NOT NULL,
    "project_id" VARCHAR(40) NOT NULL,
    "customer_name" VARCHAR(200) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoice_customer_pkey" PRIMARY KEY ("tax_id","project_id")
);

-- CreateTable
CREATE TABLE "user_invoice" (
    "username" VARCHAR(64) NOT NULL,
    "tax_id" VARCHAR(40) NOT NULL,
    "customer_name" VARCHAR(200) NOT NULL,
    "project_names" TEXT NOT NULL,

    CONSTRAINT "user_invoice_pkey" PRIMARY KEY ("username","tax_id")
);

-- CreateTable
CREATE TABLE "stored_file" (
    "path" VARCHAR(300) NOT NULL,
    "kind" "stored_file_kind" NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "mime" VARCHAR(100) NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" VARCHAR(64) NOT NULL,
    "username" VARCHAR(64),
    "equipment_no" VARCHAR(40),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("path")
);

-- CreateTable
CREATE TABLE "equipment" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "equipment_name" VARCHAR(200) NOT NULL,
    "cube_no" VARCHAR(40),
    "building_name" VARCHAR(200),
    "building_code" VARCHAR(40),
    "equipment_type" VARCHAR(20) NOT NULL,
    "display_type" "display_type" NOT NULL,
    "product_line" VARCHAR(100),
    "total_floors" INTEGER,
    "floor_mapping" JSONB,
    "floor_mapping_configed" INTEGER NOT NULL DEFAULT 0,
    "floor_matching_edit_status" INTEGER NOT NULL DEFAULT 0,
    "construction_date" DATE,
    "government_no" VARCHAR(40),
    "post_code" VARCHAR(20),
    "country" VARCHAR(100),
    "province" VARCHAR(100),
    "city" VARCHAR(100),
    "district" VARCHAR(100),
    "street" VARCHAR(200),
    "house_no" VARCHAR(40),
    "longitude" DECIMAL(10,6),
    "latitude" DECIMAL(10,6),
    "coord_system" "coord_system" NOT NULL DEFAULT 'wgs84',
    "sap_system" VARCHAR(40),
    "branch_code" VARCHAR(40) NOT NULL,
    "company_code" VARCHAR(40),
    "origin_contract_no" VARCHAR(40),
    "frame_contract_no" VARCHAR(40),
    "contract_start_date" DATE,
    "contract_end_date" DATE,
    "contract_actual_end_date" DATE,
    "planned_date" DATE,
    "address" VARCHAR(200),
    "rated_speed" DECIMAL(14,3),
    "customer_name" VARCHAR(200),
    "service_stopped" BOOLEAN NOT NULL DEFAULT false,
    "video" VARCHAR(1) NOT NULL DEFAULT '0',
    "dh_video" VARCHAR(1) NOT NULL DEFAULT '0',
    "search_grams" TEXT[] NOT NULL GENERATED ALWAYS AS (name_grams(equipment_name || ' ' || equipment_no || ' ' || coalesce(building_name, ''))) STORED, -- by hand
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_pkey" PRIMARY KEY ("equipment_no")
);

-- CreateTable
CREATE TABLE "equipment_status" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "online_status" INTEGER NOT NULL DEFAULT 4,
    "error_status" INTEGER NOT NULL DEFAULT 2,
    "entrapment_status" INTEGER NOT NULL DEFAULT 0,
    "connection" "link_state",
    "session" VARCHAR(40),
    "last_data_at" TIMESTAMPTZ(3),
    "live" JSONB NOT NULL DEFAULT '{}',
    "counters" JSONB NOT NULL DEFAULT '{}',
    "config_version" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_status_pkey" PRIMARY KEY ("equipment_no")
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05); -- by hand

-- CreateTable
CREATE TABLE "edge_cube" (
    "cube_no" VARCHAR(32) NOT NULL,
    "kind" "cube_kind" NOT NULL,
    "bind_state" "cube_bind_state" NOT NULL,
    "project_id" VARCHAR(40),
    "branch_code" VARCHAR(40),
    "ports" INTEGER,
    "model" VARCHAR(40),
    "iccid" VARCHAR(40),
    "secret_hash" VARCHAR(255) NOT NULL,
    "secret_at" TIMESTAMPTZ(3) NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "fw_version" VARCHAR(40),
    "signal" INTEGER,
    "ip" VARCHAR(45),
    "state" "link_state" NOT NULL DEFAULT 'offline',
    "session" VARCHAR(40),
    "state_at" TIMESTAMPTZ(3),
    "last_data_at" TIMESTAMPTZ(3),
    "reconnects_24h" INTEGER NOT NULL DEFAULT 0,
    "clock_drift_sec" INTEGER,
    "health" JSONB,
    "traffic" JSONB,
    "bind_date" TIMESTAMPTZ(3),
    "remark" VARCHAR(200),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "edge_cube_pkey" PRIMARY KEY ("cube_no")
);

-- CreateTable
CREATE TABLE "cube_history" (
    "id" BIGSERIAL NOT NULL,
    "cube_no" VARCHAR(32) NOT NULL,
    "action" "cube_action" NOT NULL,
    "equipment_no" VARCHAR(40),
    "reason" VARCHAR(200),
    "operator" VARCHAR(64) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cube_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ingest_reject" (
    "id" BIGSERIAL NOT NULL,
    "cube_no" VARCHAR(40) NOT NULL,
    "topic" VARCHAR(20) NOT NULL,
    "code" VARCHAR(20) NOT NULL,
    "key" VARCHAR(40),
    "message" VARCHAR(200) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ingest_reject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "equipment_event" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "event_id" VARCHAR(64) NOT NULL,
    "sub_type" VARCHAR(20) NOT NULL,
    "code" VARCHAR(20),
    "title" VARCHAR(200),
    "message" VARCHAR(1000),
    "object_status" BOOLEAN NOT NULL,
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "payload" JSONB,

    CONSTRAINT "equipment_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "equipment_log" (
    "id" BIGSERIAL NOT NULL,
    "cube_date" TIMESTAMPTZ(3) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "log_id" VARCHAR(64) NOT NULL,
    "topic" INTEGER NOT NULL,
    "cn_type" VARCHAR(100) NOT NULL,
    "log_desc" VARCHAR(1000) NOT NULL,
    "status" VARCHAR(100) NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_log_pkey" PRIMARY KEY ("id","cube_date")
) PARTITION BY RANGE ("cube_date"); -- by hand

-- CreateTable
CREATE TABLE "equipment_trace" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "bucket_start" TIMESTAMPTZ(3) NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "equipment_trace_pkey" PRIMARY KEY ("equipment_no","bucket_start")
) PARTITION BY RANGE ("bucket_start"); -- by hand

-- CreateTable
CREATE TABLE "equipment_day" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "day" DATE NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "trips" INTEGER NOT NULL DEFAULT 0,
    "openings" INTEGER NOT NULL DEFAULT 0,
    "run_sec" INTEGER NOT NULL DEFAULT 0,
    "full_sec" INTEGER NOT NULL DEFAULT 0,
    "crawl_sec" INTEGER NOT NULL DEFAULT 0,
    "standby_sec" INTEGER NOT NULL DEFAULT 0,
    "energy_kwh" DECIMAL(14,3),
    "saved_kwh" DECIMAL(14,3),
    "passengers" INTEGER NOT NULL DEFAULT 0,
    "available_sec" INTEGER NOT NULL DEFAULT 0,
    "fault_sec" INTEGER NOT NULL DEFAULT 0,
    "equipment_fault_sec" INTEGER NOT NULL DEFAULT 0,
    "unknown_sec" INTEGER NOT NULL DEFAULT 0,
    "service_sec" INTEGER NOT NULL DEFAULT 0,
    "shutdowns" INTEGER NOT NULL DEFAULT 0,
    "callbacks" INTEGER NOT NULL DEFAULT 0,
    "equipment_callbacks" INTEGER NOT NULL DEFAULT 0,
    "entrapments" INTEGER NOT NULL DEFAULT 0,
    "flagged" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_day_pkey" PRIMARY KEY ("equipment_no","day")
);

-- CreateTable
CREATE TABLE "equipment_cycle_day" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "day" DATE NOT NULL,
    "door_openings" INTEGER NOT NULL DEFAULT 0,
    "door_open_ms" BIGINT NOT NULL DEFAULT 0,
    "door_closings" INTEGER NOT NULL DEFAULT 0,
    "door_close_ms" BIGINT NOT NULL DEFAULT 0,
    "door_reversals" INTEGER NOT NULL DEFAULT 0,
    "door_blocked" INTEGER NOT NULL DEFAULT 0,
    "stops" INTEGER NOT NULL DEFAULT 0,
    "off_level_stops" INTEGER NOT NULL DEFAULT 0,
    "trips" INTEGER NOT NULL DEFAULT 0,
    "trip_ms" BIGINT NOT NULL DEFAULT 0,
    "trip_floors" INTEGER NOT NULL DEFAULT 0,
    "floor_pairs" JSONB NOT NULL DEFAULT '{}',
    "overloads" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_cycle_day_pkey" PRIMARY KEY ("equipment_no","day")
);

-- CreateTable
CREATE TABLE "gb_code_dict" (
    "gb_code" VARCHAR(20) NOT NULL,
    "text" VARCHAR(200) NOT NULL,
    "text_en" VARCHAR(200),
    "error" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "gb_code_dict_pkey" PRIMARY KEY ("gb_code")
);

-- CreateTable
CREATE TABLE "notification" (
    "notification_id" BIGSERIAL NOT NULL,
    "notification_type" VARCHAR(20) NOT NULL,
    "sub_type" VARCHAR(20),
    "equipment_no" VARCHAR(40),
    "branch_code" VARCHAR(40),
    "username" VARCHAR(64),
    "title" VARCHAR(200) NOT NULL,
    "message" VARCHAR(1000) NOT NULL,
    "object_id" VARCHAR(40),
    "guid" VARCHAR(64) NOT NULL,
    "object_status" BOOLEAN,
    "camera" INTEGER NOT NULL DEFAULT 0,
    "event_date" TIMESTAMPTZ(3),
    "notification_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payload" JSONB,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("notification_id")
);

-- CreateTable
CREATE TABLE "notification_read" (
    "notification_id" BIGINT NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "read_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_read_pkey" PRIMARY KEY ("username","notification_id")
);

-- CreateTable
CREATE TABLE "notification_mark" (
    "username" VARCHAR(64) NOT NULL,
    "notification_type" VARCHAR(20) NOT NULL,
    "read_all_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_mark_pkey" PRIMARY KEY ("username","notification_type")
);

-- CreateTable
CREATE TABLE "notification_switch" (
    "username" VARCHAR(64) NOT NULL,
    "notification_type" VARCHAR(20) NOT NULL,
    "enable" BOOLEAN NOT NULL,

    CONSTRAINT "notification_switch_pkey" PRIMARY KEY ("username","notification_type")
);

-- CreateTable
CREATE TABLE "error_inspection" (
    "error_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "event_ref" BIGINT,
    "gb_code" VARCHAR(20) NOT NULL,
    "text" VARCHAR(200) NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "recover_date" TIMESTAMPTZ(3),
    "mode" VARCHAR(10),
    "trapped" BOOLEAN NOT NULL DEFAULT false,
    "result" "inspection_result" NOT NULL DEFAULT 'PENDING',
    "proposed_result" VARCHAR(20),
    "comment" VARCHAR(200),
    "symptom_id" VARCHAR(40),
    "callback_id" VARCHAR(40),
    "inspector" VARCHAR(64),
    "inspect_date" TIMESTAMPTZ(3),
    "strip" JSONB,
    "history" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "error_inspection_pkey" PRIMARY KEY ("error_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "topic" VARCHAR(60) NOT NULL,
    "key" VARCHAR(200),
    "payload" JSONB NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_access_log" (
    "id" BIGSERIAL NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "username" VARCHAR(64),
    "branch_code" VARCHAR(40),
    "user_type" INTEGER,
    "ip" VARCHAR(45) NOT NULL,
    "module" VARCHAR(40) NOT NULL,
    "action" VARCHAR(20) NOT NULL,
    "object_id" VARCHAR(80),
    "method" VARCHAR(8) NOT NULL,
    "path" VARCHAR(300) NOT NULL,
    "operation" VARCHAR(60),
    "code" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "client" VARCHAR(10) NOT NULL,
    "request_id" VARCHAR(64) NOT NULL,
    "user_agent" VARCHAR(300),
    "params" JSONB,
    "diff" JSONB,

    CONSTRAINT "api_access_log_pkey" PRIMARY KEY ("id","create_date")
) PARTITION BY RANGE ("create_date"); -- by hand

-- CreateTable
CREATE TABLE "error_log" (
    "id" BIGSERIAL NOT NULL,
    "level" VARCHAR(10) NOT NULL,
    "message" VARCHAR(2000) NOT NULL,
    "stack" TEXT,
    "route" VARCHAR(200),
    "username" VARCHAR(64),
    "user_agent" VARCHAR(300),
    "version" VARCHAR(40),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "error_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" VARCHAR(60) NOT NULL,
    "value" JSONB NOT NULL,
    "update_by" VARCHAR(64),
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "option" (
    "name" VARCHAR(40) NOT NULL,
    "value" VARCHAR(40) NOT NULL,
    "label" VARCHAR(200) NOT NULL,
    "label_en" VARCHAR(200) NOT NULL,
    "sort" INTEGER NOT NULL DEFAULT 0,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "option_pkey" PRIMARY KEY ("name","value")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_lower_key" ON "users"("username_lower");

-- CreateIndex
CREATE INDEX "users_phone_idx" ON "users"("phone");

-- CreateIndex
CREATE INDEX "users_branch_code_create_date_username_idx" ON "users"("branch_code", "create_date", "username");

-- CreateIndex
CREATE INDEX "users_create_date_username_idx" ON "users"("create_date", "username");

-- CreateIndex
CREATE INDEX "users_user_type_idx" ON "users"("user_type");

-- CreateIndex
CREATE INDEX "users_customer_type_tier_idx" ON "users"("customer_type", "tier");

-- CreateIndex
CREATE INDEX "users_nick_name_idx" ON "users" USING GIN ("nick_name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "users_username_lower_trgm_idx" ON "users" USING GIN ("username_lower" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "users_search_grams_idx" ON "users" USING GIN ("search_grams");

-- CreateIndex
CREATE INDEX "user_active_day_day_username_idx" ON "user_active_day"("day", "username");

-- CreateIndex
CREATE UNIQUE INDEX "session_access_hash_key" ON "session"("access_hash");

-- CreateIndex
CREATE UNIQUE INDEX "session_refresh_hash_key" ON "session"("refresh_hash");

-- CreateIndex
CREATE INDEX "session_username_revoked_at_idx" ON "session"("username", "revoked_at");

-- CreateIndex
CREATE INDEX "session_prev_refresh_hash_idx" ON "session"("prev_refresh_hash");

-- CreateIndex
CREATE INDEX "session_expire_at_idx" ON "session"("expire_at");

-- CreateIndex
CREATE INDEX "verify_code_phone_purpose_sent_at_idx" ON "verify_code"("phone", "purpose", "sent_at");

-- CreateIndex
CREATE INDEX "verify_code_expire_at_idx" ON "verify_code"("expire_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_token_token_hash_key" ON "one_time_token"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_token_expire_at_idx" ON "one_time_token"("expire_at");

-- CreateIndex
CREATE INDEX "partner_user_username_idx" ON "partner_user"("username");

-- CreateIndex
CREATE INDEX "rate_counter_window_start_idx" ON "rate_counter"("window_start");

-- CreateIndex
CREATE INDEX "role_authority_authority_idx" ON "role_authority"("authority");

-- CreateIndex
CREATE INDEX "user_role_role_idx" ON "user_role"("role");

-- CreateIndex
CREATE INDEX "user_mapping_type_mapping_id_idx" ON "user_mapping"("type", "mapping_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_mapping_username_type_mapping_id_key" ON "user_mapping"("username", "type", "mapping_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_strategy_strategy_name_key" ON "user_strategy"("strategy_name");

-- CreateIndex
CREATE UNIQUE INDEX "strategy_target_level_value_key" ON "strategy_target"("level", "value");

-- CreateIndex
CREATE INDEX "user_approval_state_create_date_idx" ON "user_approval"("state", "create_date");

-- CreateIndex
CREATE INDEX "user_approval_username_state_idx" ON "user_approval"("username", "state");

-- CreateIndex
CREATE INDEX "user_approval_branch_code_create_date_idx" ON "user_approval"("branch_code", "create_date");

-- CreateIndex
CREATE INDEX "user_feedback_state_create_date_idx" ON "user_feedback"("state", "create_date");

-- CreateIndex
CREATE INDEX "user_feedback_username_create_date_idx" ON "user_feedback"("username", "create_date");

-- CreateIndex
CREATE INDEX "user_feedback_branch_code_create_date_idx" ON "user_feedback"("branch_code", "create_date");

-- CreateIndex
CREATE INDEX "feedback_message_feedback_id_create_date_idx" ON "feedback_message"("feedback_id", "create_date");

-- CreateIndex
CREATE UNIQUE INDEX "branch_branch_id_key" ON "branch"("branch_id");

-- CreateIndex
CREATE INDEX "branch_branch_name_idx" ON "branch"("branch_name");

-- CreateIndex
CREATE INDEX "branch_branch_name_trgm_idx" ON "branch" USING GIN ("branch_name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "project_branch_code_create_date_project_id_idx" ON "project"("branch_code", "create_date", "project_id");

-- CreateIndex
CREATE INDEX "project_create_date_project_id_idx" ON "project"("create_date", "project_id");

-- CreateIndex
CREATE INDEX "project_ka_id_idx" ON "project"("ka_id");

-- CreateIndex
CREATE INDEX "project_tplnr_idx" ON "project"("tplnr");

-- CreateIndex
CREATE INDEX "project_project_name_idx" ON "project"("project_name");

-- CreateIndex
CREATE INDEX "project_project_name_trgm_idx" ON "project" USING GIN ("project_name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "project_search_grams_idx" ON "project" USING GIN ("search_grams");

-- CreateIndex
CREATE INDEX "project_equipment_equipment_no_project_id_idx" ON "project_equipment"("equipment_no", "project_id");

-- CreateIndex
CREATE INDEX "invoice_customer_project_id_idx" ON "invoice_customer"("project_id");

-- CreateIndex
CREATE INDEX "stored_file_kind_create_date_idx" ON "stored_file"("kind", "create_date");

-- CreateIndex
CREATE INDEX "stored_file_username_idx" ON "stored_file"("username");

-- CreateIndex
CREATE INDEX "equipment_branch_code_create_date_equipment_no_idx" ON "equipment"("branch_code", "create_date", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_create_date_equipment_no_idx" ON "equipment"("create_date", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_cube_no_idx" ON "equipment"("cube_no");

-- CreateIndex
CREATE INDEX "equipment_display_type_branch_code_idx" ON "equipment"("display_type", "branch_code");

-- CreateIndex
CREATE INDEX "equipment_total_floors_branch_code_idx" ON "equipment"("total_floors", "branch_code");

-- CreateIndex
CREATE INDEX "equipment_floor_mapping_configed_idx" ON "equipment"("floor_mapping_configed");

-- CreateIndex
CREATE INDEX "equipment_province_city_district_idx" ON "equipment"("province", "city", "district");

-- CreateIndex
CREATE INDEX "equipment_building_name_idx" ON "equipment"("building_name");

-- CreateIndex
CREATE INDEX "equipment_equipment_name_trgm_idx" ON "equipment" USING GIN ("equipment_name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "equipment_equipment_no_trgm_idx" ON "equipment" USING GIN ("equipment_no" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "equipment_building_name_trgm_idx" ON "equipment" USING GIN ("building_name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "equipment_search_grams_idx" ON "equipment" USING GIN ("search_grams");

-- CreateIndex
CREATE INDEX "equipment_status_online_status_idx" ON "equipment_status"("online_status");

-- CreateIndex
CREATE INDEX "equipment_status_error_status_idx" ON "equipment_status"("error_status");

-- CreateIndex
CREATE INDEX "edge_cube_kind_create_date_cube_no_idx" ON "edge_cube"("kind", "create_date", "cube_no");

-- CreateIndex
CREATE INDEX "edge_cube_bind_state_idx" ON "edge_cube"("bind_state");

-- CreateIndex
CREATE INDEX "edge_cube_state_idx" ON "edge_cube"("state");

-- CreateIndex
CREATE INDEX "edge_cube_project_id_idx" ON "edge_cube"("project_id");

-- CreateIndex
CREATE INDEX "edge_cube_branch_code_idx" ON "edge_cube"("branch_code");

-- CreateIndex
CREATE INDEX "cube_history_cube_no_create_date_idx" ON "cube_history"("cube_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "cube_history_equipment_no_create_date_idx" ON "cube_history"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "ingest_reject_cube_no_at_idx" ON "ingest_reject"("cube_no", "at" DESC);

-- CreateIndex
CREATE INDEX "ingest_reject_at_idx" ON "ingest_reject"("at");

-- CreateIndex
CREATE INDEX "equipment_event_equipment_no_start_at_idx" ON "equipment_event"("equipment_no", "start_at" DESC);

-- CreateIndex
CREATE INDEX "equipment_event_branch_code_start_at_idx" ON "equipment_event"("branch_code", "start_at" DESC);

-- CreateIndex
CREATE INDEX "equipment_event_sub_type_start_at_idx" ON "equipment_event"("sub_type", "start_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "equipment_event_equipment_no_event_id_key" ON "equipment_event"("equipment_no", "event_id");

-- CreateIndex
CREATE INDEX "equipment_log_equipment_no_cube_date_idx" ON "equipment_log"("equipment_no", "cube_date" DESC);

-- CreateIndex
CREATE INDEX "equipment_log_equipment_no_topic_cube_date_idx" ON "equipment_log"("equipment_no", "topic", "cube_date" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "equipment_log_equipment_no_log_id_cube_date_key" ON "equipment_log"("equipment_no", "log_id", "cube_date");

-- CreateIndex
CREATE INDEX "equipment_day_day_equipment_no_idx" ON "equipment_day"("day", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_day_branch_code_day_idx" ON "equipment_day"("branch_code", "day");

-- CreateIndex
CREATE INDEX "equipment_cycle_day_day_idx" ON "equipment_cycle_day"("day");

-- CreateIndex
CREATE UNIQUE INDEX "notification_guid_key" ON "notification"("guid");

-- CreateIndex
CREATE INDEX "notification_notification_type_notification_date_idx" ON "notification"("notification_type", "notification_date" DESC);

-- CreateIndex
CREATE INDEX "notification_branch_code_notification_type_notification_dat_idx" ON "notification"("branch_code", "notification_type", "notification_date" DESC);

-- CreateIndex
CREATE INDEX "notification_equipment_no_notification_date_idx" ON "notification"("equipment_no", "notification_date" DESC);

-- CreateIndex
CREATE INDEX "notification_username_notification_date_idx" ON "notification"("username", "notification_date" DESC);

-- CreateIndex
CREATE INDEX "notification_object_id_idx" ON "notification"("object_id");

-- CreateIndex
CREATE INDEX "notification_read_notification_id_idx" ON "notification_read"("notification_id");

-- CreateIndex
CREATE UNIQUE INDEX "error_inspection_event_ref_key" ON "error_inspection"("event_ref");

-- CreateIndex
CREATE INDEX "error_inspection_start_date_error_id_idx" ON "error_inspection"("start_date" DESC, "error_id");

-- CreateIndex
CREATE INDEX "error_inspection_result_start_date_idx" ON "error_inspection"("result", "start_date" DESC);

-- CreateIndex
CREATE INDEX "error_inspection_equipment_no_gb_code_start_date_idx" ON "error_inspection"("equipment_no", "gb_code", "start_date" DESC);

-- CreateIndex
CREATE INDEX "error_inspection_branch_code_start_date_idx" ON "error_inspection"("branch_code", "start_date" DESC);

-- CreateIndex
CREATE INDEX "outbox_xid_id_idx" ON "outbox"("xid", "id");

-- CreateIndex
CREATE INDEX "outbox_create_date_idx" ON "outbox"("create_date");

-- CreateIndex
CREATE INDEX "api_access_log_create_date_idx" ON "api_access_log"("create_date" DESC);

-- CreateIndex
CREATE INDEX "api_access_log_username_create_date_idx" ON "api_access_log"("username", "create_date" DESC);

-- CreateIndex
CREATE INDEX "api_access_log_module_action_create_date_idx" ON "api_access_log"("module", "action", "create_date" DESC);

-- CreateIndex
CREATE INDEX "api_access_log_object_id_create_date_idx" ON "api_access_log"("object_id", "create_date" DESC);

-- CreateIndex
CREATE INDEX "api_access_log_ip_create_date_idx" ON "api_access_log"("ip", "create_date" DESC);

-- CreateIndex
CREATE INDEX "error_log_create_date_idx" ON "error_log"("create_date" DESC);

-- CreateIndex
CREATE INDEX "error_log_username_create_date_idx" ON "error_log"("username", "create_date" DESC);

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_active_day" ADD CONSTRAINT "user_active_day_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("partner_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_user" ADD CONSTRAINT "partner_user_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("partner_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_user" ADD CONSTRAINT "partner_user_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_authority" ADD CONSTRAINT "role_authority_role_fkey" FOREIGN KEY ("role") REFERENCES "role"("role") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_authority" ADD CONSTRAINT "role_authority_authority_fkey" FOREIGN KEY ("authority") REFERENCES "authority"("authority") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_role_fkey" FOREIGN KEY ("role") REFERENCES "role"("role") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_mapping" ADD CONSTRAINT "user_mapping_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strategy_target" ADD CONSTRAINT "strategy_target_strategy_id_fkey" FOREIGN KEY ("strategy_id") REFERENCES "user_strategy"("strategy_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_approval" ADD CONSTRAINT "user_approval_applicant_fkey" FOREIGN KEY ("applicant") REFERENCES "users"("username") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_feedback" ADD CONSTRAINT "user_feedback_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_message" ADD CONSTRAINT "feedback_message_feedback_id_fkey" FOREIGN KEY ("feedback_id") REFERENCES "user_feedback"("feedback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_ka_id_fkey" FOREIGN KEY ("ka_id") REFERENCES "key_account"("ka_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_equipment" ADD CONSTRAINT "project_equipment_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_equipment" ADD CONSTRAINT "project_equipment_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_customer" ADD CONSTRAINT "invoice_customer_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_invoice" ADD CONSTRAINT "user_invoice_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_status" ADD CONSTRAINT "equipment_status_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "edge_cube" ADD CONSTRAINT "edge_cube_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cube_history" ADD CONSTRAINT "cube_history_cube_no_fkey" FOREIGN KEY ("cube_no") REFERENCES "edge_cube"("cube_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_event" ADD CONSTRAINT "equipment_event_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_day" ADD CONSTRAINT "equipment_day_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_cycle_day" ADD CONSTRAINT "equipment_cycle_day_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("notification_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_mark" ADD CONSTRAINT "notification_mark_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_switch" ADD CONSTRAINT "notification_switch_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_inspection" ADD CONSTRAINT "error_inspection_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "error_inspection" ADD CONSTRAINT "error_inspection_event_ref_fkey" FOREIGN KEY ("event_ref") REFERENCES "equipment_event"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand from here.

-- Partitions. Rows outside every partition fall into the default one, so an insert never fails; the gateway makes
-- the next months and days ahead of time and moves such rows (lib/platform/db/partitions.ts).
CREATE TABLE equipment_log_default PARTITION OF equipment_log DEFAULT;
CREATE TABLE equipment_trace_default PARTITION OF equipment_trace DEFAULT;
CREATE TABLE api_access_log_default PARTITION OF api_access_log DEFAULT;

-- Time ranges over whole partitions, at a thousandth of a b-tree's size.
CREATE INDEX equipment_trace_bucket_start_brin ON equipment_trace USING brin (bucket_start);
CREATE INDEX equipment_log_cube_date_brin ON equipment_log USING brin (cube_date);

-- Unique rules on live rows.
CREATE UNIQUE INDEX project_branch_code_project_name_live_key ON project (branch_code, project_name)
  WHERE auto_create = '0' AND deleted_at IS NULL;
CREATE UNIQUE INDEX equipment_cube_no_live_key ON equipment (cube_no)
  WHERE deleted_at IS NULL AND cube_no IS NOT NULL;

-- The few rows that are looked at all the time.
CREATE INDEX equipment_status_trapped_idx ON equipment_status (equipment_no) WHERE entrapment_status = 1;
CREATE INDEX equipment_status_last_data_at_idx ON equipment_status (last_data_at) WHERE online_status IN (1, 3);
CREATE INDEX equipment_event_open_idx ON equipment_event (equipment_no) WHERE object_status;
CREATE INDEX error_inspection_open_idx ON error_inspection (equipment_no) WHERE recover_date IS NULL;
CREATE INDEX api_access_log_failed_idx ON api_access_log (code, create_date DESC) WHERE code <> 200;

-- Number sets (api.md §1.11).
ALTER TABLE users
  ADD CONSTRAINT users_username_lower_check CHECK (username_lower = lower(username)),
  ADD CONSTRAINT users_user_type_check CHECK (user_type IN (0, 1, 2)),
  ADD CONSTRAINT users_customer_type_check CHECK (customer_type IN (0, 1, 2)),
  ADD CONSTRAINT users_projectbranch_type_check CHECK (projectbranch_type IN (1, 2)),
  ADD CONSTRAINT users_tier_check CHECK (tier IN (1, 2, 3));
ALTER TABLE user_mapping
  ADD CONSTRAINT user_mapping_type_check CHECK (type IN (1, 2));
ALTER TABLE strategy_target
  ADD CONSTRAINT strategy_target_level_check CHECK (level <> 'default');
ALTER TABLE project
  ADD CONSTRAINT project_auto_create_check CHECK (auto_create IN ('0', '1')),
  ADD CONSTRAINT project_is_message_check CHECK (is_message IN ('0', '1'));
ALTER TABLE equipment
  ADD CONSTRAINT equipment_floor_mapping_configed_check CHECK (floor_mapping_configed BETWEEN 0 AND 3),
  ADD CONSTRAINT equipment_floor_matching_edit_status_check CHECK (floor_matching_edit_status BETWEEN 0 AND 2),
  ADD CONSTRAINT equipment_video_check CHECK (video IN ('0', '1')),
  ADD CONSTRAINT equipment_dh_video_check CHECK (dh_video IN ('0', '1'));
ALTER TABLE equipment_status
  ADD CONSTRAINT equipment_status_online_status_check CHECK (online_status IN (0, 1, 3, 4)),
  ADD CONSTRAINT equipment_status_error_status_check CHECK (error_status IN (0, 1, 2)),
  ADD CONSTRAINT equipment_status_entrapment_status_check CHECK (entrapment_status IN (0, 1));
ALTER TABLE equipment_event
  ADD CONSTRAINT equipment_event_sub_type_check
    CHECK (sub_type IN ('entrapment', 'error', 'alarm', 'event', 'controller_power'));
ALTER TABLE equipment_log
  ADD CONSTRAINT equipment_log_topic_check CHECK (topic BETWEEN 1 AND 4);

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

-- A hint to the readers of the outbox; they poll as well.
CREATE FUNCTION outbox_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_inserted AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION outbox_inserted();
