-- AlterTable
ALTER TABLE "equipment_status" DROP COLUMN "config_version";

-- AlterTable
ALTER TABLE "edge_cube" ADD COLUMN     "config_version" INTEGER NOT NULL DEFAULT 0;
