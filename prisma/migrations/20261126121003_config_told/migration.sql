-- AlterTable
ALTER TABLE "edge_cube" ADD COLUMN     "config_told" INTEGER NOT NULL DEFAULT 0;

-- Whatever was raised before has been told.
UPDATE edge_cube SET config_told = config_version WHERE config_version > 0;
CREATE INDEX edge_cube_config_owed_idx ON edge_cube (cube_no) WHERE config_told < config_version AND bind_state = 'BOUND';
