-- AlterEnum
ALTER TYPE "stored_file_kind" ADD VALUE 'mailedReport';
