-- Sums are made again by the job facts-filled.
TRUNCATE project_day;
-- AlterTable
ALTER TABLE "equipment_day" ADD COLUMN     "online_status" INTEGER,
ADD COLUMN     "seen" BOOLEAN,
ALTER COLUMN "trips" DROP NOT NULL,
ALTER COLUMN "trips" DROP DEFAULT,
ALTER COLUMN "openings" DROP NOT NULL,
ALTER COLUMN "openings" DROP DEFAULT,
ALTER COLUMN "run_sec" DROP NOT NULL,
ALTER COLUMN "run_sec" DROP DEFAULT,
ALTER COLUMN "full_sec" DROP NOT NULL,
ALTER COLUMN "full_sec" DROP DEFAULT,
ALTER COLUMN "crawl_sec" DROP NOT NULL,
ALTER COLUMN "crawl_sec" DROP DEFAULT,
ALTER COLUMN "standby_sec" DROP NOT NULL,
ALTER COLUMN "standby_sec" DROP DEFAULT,
ALTER COLUMN "passengers" DROP NOT NULL,
ALTER COLUMN "passengers" DROP DEFAULT;

-- AlterTable
ALTER TABLE "project_day" DROP CONSTRAINT "project_day_pkey",
DROP COLUMN "callbacks",
DROP COLUMN "entrapments",
DROP COLUMN "equipment_callbacks",
DROP COLUMN "valid_units",
ADD COLUMN     "crawl_sec" BIGINT,
ADD COLUMN     "disconnected" INTEGER,
ADD COLUMN     "display_type" "display_type" NOT NULL,
ADD COLUMN     "energy_units" INTEGER NOT NULL,
ADD COLUMN     "full_sec" BIGINT,
ADD COLUMN     "not_installed" INTEGER,
ADD COLUMN     "offline" INTEGER,
ADD COLUMN     "online" INTEGER,
ADD COLUMN     "passenger_units" INTEGER NOT NULL,
ADD COLUMN     "run_units" INTEGER NOT NULL,
ADD COLUMN     "saved_kwh" DECIMAL(18,3),
ADD COLUMN     "seen_units" INTEGER NOT NULL,
ADD COLUMN     "standby_sec" BIGINT,
ADD COLUMN     "trip_units" INTEGER NOT NULL,
ALTER COLUMN "trips" DROP NOT NULL,
ALTER COLUMN "openings" DROP NOT NULL,
ALTER COLUMN "run_sec" DROP NOT NULL,
ALTER COLUMN "passengers" DROP NOT NULL,
ADD CONSTRAINT "project_day_pkey" PRIMARY KEY ("project_id", "day", "display_type");

-- CreateTable
CREATE TABLE "equipment_month" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "month" DATE NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "days" INTEGER NOT NULL,
    "seen_days" INTEGER NOT NULL,
    "valid_sec" INTEGER NOT NULL,
    "valid_available_sec" INTEGER NOT NULL,
    "trips" BIGINT,
    "openings" BIGINT,
    "run_sec" BIGINT,
    "full_sec" BIGINT,
    "crawl_sec" BIGINT,
    "standby_sec" BIGINT,
    "energy_kwh" DECIMAL(18,3),
    "saved_kwh" DECIMAL(18,3),
    "passengers" BIGINT,
    "trip_days" INTEGER NOT NULL,
    "opening_days" INTEGER NOT NULL,
    "run_days" INTEGER NOT NULL,
    "energy_days" INTEGER NOT NULL,
    "passenger_days" INTEGER NOT NULL,
    "available_sec" INTEGER NOT NULL,
    "fault_sec" INTEGER NOT NULL,
    "equipment_fault_sec" INTEGER NOT NULL,
    "unknown_sec" INTEGER NOT NULL,
    "service_sec" INTEGER NOT NULL,
    "shutdowns" INTEGER NOT NULL,
    "callbacks" INTEGER NOT NULL,
    "equipment_callbacks" INTEGER NOT NULL,
    "entrapments" INTEGER NOT NULL,
    "flagged_days" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_month_pkey" PRIMARY KEY ("equipment_no","month")
);

-- CreateTable
CREATE TABLE "branch_day" (
    "branch_code" VARCHAR(40) NOT NULL,
    "day" DATE NOT NULL,
    "display_type" "display_type" NOT NULL,
    "units" INTEGER NOT NULL,
    "seen_units" INTEGER NOT NULL,
    "valid_sec" BIGINT NOT NULL,
    "valid_available_sec" BIGINT NOT NULL,
    "online" INTEGER,
    "offline" INTEGER,
    "disconnected" INTEGER,
    "not_installed" INTEGER,
    "trips" BIGINT,
    "openings" BIGINT,
    "run_sec" BIGINT,
    "full_sec" BIGINT,
    "crawl_sec" BIGINT,
    "standby_sec" BIGINT,
    "energy_kwh" DECIMAL(18,3),
    "saved_kwh" DECIMAL(18,3),
    "passengers" BIGINT,
    "trip_units" INTEGER NOT NULL,
    "run_units" INTEGER NOT NULL,
    "energy_units" INTEGER NOT NULL,
    "passenger_units" INTEGER NOT NULL,
    "fault_sec" BIGINT NOT NULL,
    "equipment_fault_sec" BIGINT NOT NULL,
    "unknown_sec" BIGINT NOT NULL,
    "service_sec" BIGINT NOT NULL,
    "shutdowns" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "branch_day_pkey" PRIMARY KEY ("branch_code","day","display_type")
);

-- CreateTable
CREATE TABLE "fact_change" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "from_day" DATE NOT NULL,
    "until_day" DATE NOT NULL,
    "is_days" BOOLEAN NOT NULL,
    "branch_code" VARCHAR(40),
    "project_id" VARCHAR(40),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fact_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_fact" (
    "callback_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "callback_type" VARCHAR(40) NOT NULL,
    "scsa" VARCHAR(10),
    "is_closed" BOOLEAN NOT NULL,
    "is_cancelled" BOOLEAN NOT NULL,
    "person_trapped" BOOLEAN NOT NULL,
    "person_injured" BOOLEAN NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "page_date" TIMESTAMPTZ(3),
    "site_date" TIMESTAMPTZ(3),
    "release_date" TIMESTAMPTZ(3),
    "close_date" TIMESTAMPTZ(3),
    "response_sec" INTEGER,
    "arrival_sec" INTEGER,
    "release_sec" INTEGER,
    "restore_sec" INTEGER,
    "response_limit_sec" INTEGER,
    "arrival_limit_sec" INTEGER,
    "arrival_breach_sec" INTEGER,
    "release_limit_sec" INTEGER,
    "restore_limit_sec" INTEGER,
    "paused_sec" INTEGER NOT NULL,
    "interruptions" INTEGER NOT NULL,
    "trapped_sec" INTEGER,
    "comeback_date" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "callback_fact_pkey" PRIMARY KEY ("callback_id")
);

-- CreateIndex
CREATE INDEX "equipment_month_month_equipment_no_idx" ON "equipment_month"("month", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_month_branch_code_month_idx" ON "equipment_month"("branch_code", "month");

-- CreateIndex
CREATE INDEX "branch_day_day_idx" ON "branch_day"("day");

-- CreateIndex
CREATE INDEX "fact_change_from_day_id_idx" ON "fact_change"("from_day", "id");

-- CreateIndex
CREATE INDEX "callback_fact_create_date_idx" ON "callback_fact"("create_date");

-- CreateIndex
CREATE INDEX "callback_fact_equipment_no_create_date_idx" ON "callback_fact"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_fact_branch_code_create_date_idx" ON "callback_fact"("branch_code", "create_date" DESC);

-- AddForeignKey
ALTER TABLE "equipment_month" ADD CONSTRAINT "equipment_month_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "branch_day" ADD CONSTRAINT "branch_day_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_fact" ADD CONSTRAINT "callback_fact_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_fact" ADD CONSTRAINT "callback_fact_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What is said late of a unit is written down with what says it (docs/decisions/014-day-facts.md). Days are those of Shanghai; of
-- today nothing is noted, since today is made anew every hour.
CREATE FUNCTION shanghai_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (moment AT TIME ZONE 'Asia/Shanghai')::date
$$;

CREATE FUNCTION callback_fact_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO fact_change (equipment_no, from_day, until_day, is_days)
    SELECT equipment_no, shanghai_day(create_date), greatest(shanghai_day(create_date), shanghai_day(CASE WHEN job_status IN ('CLSO', 'CLSC') THEN coalesce(close_date, job_update_date) ELSE now() END)), true
      FROM made WHERE create_date < shanghai_day(now())::timestamp AT TIME ZONE 'Asia/Shanghai';
  ELSE
    INSERT INTO fact_change (equipment_no, from_day, until_day, is_days)
    SELECT c.equipment_no, shanghai_day(c.create_date), greatest(shanghai_day(c.create_date), shanghai_day(CASE WHEN c.job_status IN ('CLSO', 'CLSC') THEN coalesce(c.close_date, c.job_update_date) ELSE now() END)), true
      FROM (SELECT OLD.equipment_no, OLD.create_date, OLD.job_status, OLD.close_date, OLD.job_update_date
            UNION SELECT NEW.equipment_no, NEW.create_date, NEW.job_status, NEW.close_date, NEW.job_update_date WHERE TG_OP = 'UPDATE') c
     WHERE c.create_date < shanghai_day(now())::timestamp AT TIME ZONE 'Asia/Shanghai';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER callback_fact_inserted AFTER INSERT ON callback
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION callback_fact_change();
CREATE TRIGGER callback_fact_updated AFTER UPDATE ON callback FOR EACH ROW
  WHEN ((OLD.equipment_no, OLD.create_date, OLD.scsa, OLD.person_trapped, OLD.close_date, OLD.job_status = 'CLSO', OLD.job_status = 'CLSC')
    IS DISTINCT FROM (NEW.equipment_no, NEW.create_date, NEW.scsa, NEW.person_trapped, NEW.close_date, NEW.job_status = 'CLSO', NEW.job_status = 'CLSC'))
  EXECUTE FUNCTION callback_fact_change();
CREATE TRIGGER callback_fact_deleted AFTER DELETE ON callback FOR EACH ROW EXECUTE FUNCTION callback_fact_change();

CREATE FUNCTION judgement_fact_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_change (equipment_no, from_day, until_day, is_days)
  SELECT NEW.equipment_no, shanghai_day(NEW.start_date), shanghai_day(coalesce(NEW.recover_date, now())), true
   WHERE NEW.start_date < shanghai_day(now())::timestamp AT TIME ZONE 'Asia/Shanghai';
  RETURN NULL;
END $$;
CREATE TRIGGER judgement_fact_updated AFTER UPDATE OF result, callback_id ON error_inspection FOR EACH ROW
  WHEN ((OLD.result, OLD.callback_id) IS DISTINCT FROM (NEW.result, NEW.callback_id))
  EXECUTE FUNCTION judgement_fact_change();

-- Where a unit is, whether it is there and what it is changes the sums of all its days.
CREATE FUNCTION unit_fact_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO fact_change (equipment_no, from_day, until_day, is_days)
    SELECT equipment_no, least(construction_date, shanghai_day(create_date)), shanghai_day(now()), false
      FROM made WHERE least(construction_date, shanghai_day(create_date)) < shanghai_day(now());
  ELSE
    INSERT INTO fact_change (equipment_no, from_day, until_day, is_days, branch_code)
    VALUES (NEW.equipment_no, '2000-01-01', shanghai_day(now()), false, nullif(OLD.branch_code, NEW.branch_code));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unit_fact_inserted AFTER INSERT ON equipment
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION unit_fact_change();
CREATE TRIGGER unit_fact_updated AFTER UPDATE OF branch_code, display_type, construction_date, deleted_at ON equipment FOR EACH ROW
  WHEN ((OLD.branch_code, OLD.display_type, OLD.construction_date, OLD.deleted_at)
    IS DISTINCT FROM (NEW.branch_code, NEW.display_type, NEW.construction_date, NEW.deleted_at))
  EXECUTE FUNCTION unit_fact_change();

CREATE FUNCTION project_unit_fact_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_change (equipment_no, from_day, until_day, is_days, project_id)
  SELECT m.equipment_no, '2000-01-01', shanghai_day(now()), false, m.project_id
    FROM moved m JOIN equipment e USING (equipment_no)
   WHERE least(e.construction_date, shanghai_day(e.create_date)) < shanghai_day(now())
      OR EXISTS (SELECT 1 FROM equipment_day d WHERE d.equipment_no = m.equipment_no);
  RETURN NULL;
END $$;
CREATE TRIGGER project_unit_fact_inserted AFTER INSERT ON project_equipment
  REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION project_unit_fact_change();
CREATE TRIGGER project_unit_fact_deleted AFTER DELETE ON project_equipment
  REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION project_unit_fact_change();
