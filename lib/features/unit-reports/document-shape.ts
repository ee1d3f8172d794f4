import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { ReportTable } from '@/lib/platform/pdf/report-table';

/** What a report on a unit says, in words: the one model of which page and paper are views. */

export type UnitReportPart =
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  | {
      readonly kind: 'figures';
      readonly figures: readonly {
        readonly label: string;
        readonly value: string;
        readonly unit?: string;
        readonly definition: string;
        readonly href?: string;
      }[];
    }
  | {
      readonly kind: 'timeLine';
      readonly title: string;
      readonly rows: readonly { readonly label: string; readonly value: string }[];
    }
  | { readonly kind: 'line'; readonly model: SeriesModel }
  | { readonly kind: 'pair'; readonly pie: ChartModel; readonly bars: ChartModel }
  | { readonly kind: 'table'; readonly table: ReportTable }
  | { readonly kind: 'sentences'; readonly sentences: readonly string[] }
  | { readonly kind: 'notes'; readonly notes: readonly string[] };

export interface UnitReportSection {
  readonly title: string;
  /** Its tables need more room than paper is wide. */
  readonly isLandscape?: boolean;
  readonly parts: readonly UnitReportPart[];
}

export interface UnitReportDocument {
  readonly title: string;
  readonly subject: string;
  readonly window: string;
  readonly madeAt: string;
  readonly brand: string;
  readonly noData: string;
  /** Of the cover: what it is about, its days, when it was made. */
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly summary: readonly string[];
  readonly sections: readonly UnitReportSection[];
}
